import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'

/** What goes wrong while a piece of work talks to the database. */
export interface DatabaseDisturbance {
  /** The statement that fails, counted from 0. */
  failAt?: number | undefined
  /** It fails once the database has run it. */
  failsAfter?: boolean
  /** The await outside of transactions at which other work comes in between, counted from 0. */
  interruptAt?: number | undefined
  interrupt?: (() => Promise<void>) | undefined
}

/**
 * Lets statements of a shop fail, and other work come in between them: each statement, each start of a transaction and
 * each call of `pause` is an await at which one of them can happen. The same disturbance happens at the same await.
 */
export function disturbDatabase(deps: Deps) {
  let current: DatabaseDisturbance = {}
  let statements = 0
  let awaits = 0
  let openTransactions = 0
  let changes = 0

  /** Comes in between, if it is the turn of this await. */
  async function pause(): Promise<void> {
    if (openTransactions > 0 || awaits++ !== current.interruptAt) return
    await current.interrupt?.()
  }

  async function run<T>(disturbance: DatabaseDisturbance, work: () => Promise<T>): Promise<T> {
    const outer = { current, statements, awaits }
    current = disturbance
    statements = 0
    awaits = 0
    try {
      return await work()
    } finally {
      ;({ current, statements, awaits } = outer)
    }
  }

  const fail = () => {
    throw new Error('Connection terminated')
  }
  const failing = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind !== 'SelectQueryNode') changes++
      if (statements++ !== current.failAt) return node
      if (!current.failsAfter) fail()
      failing.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (failing.has(queryId)) fail()
      await pause()
      return result
    },
  }
  const undisturbed = deps.db
  const db = undisturbed.withPlugin(plugin)
  const begin = db.transaction.bind(db)
  type Builder = ReturnType<Kysely<Database>['transaction']>
  const watch = (builder: Builder): Builder =>
    new Proxy(builder, {
      get(target, name) {
        if (name === 'execute')
          return async (work: (db: Kysely<Database>) => Promise<unknown>) => {
            await pause()
            return target.execute(async (transaction) => {
              openTransactions++
              try {
                return await work(transaction)
              } finally {
                openTransactions--
              }
            })
          }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function'
          ? (...input: unknown[]) => watch(value.apply(target, input))
          : value
      },
    })
  db.transaction = () => watch(begin())
  deps.db = db
  return {
    run,
    pause,
    /** The same database, whose statements are neither disturbed nor counted. */
    undisturbed,
    /** The number of statements so far that may have changed a row. */
    countChanges: () => changes,
  }
}
