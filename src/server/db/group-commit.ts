import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { SqliteConnection } from './sqlite.ts'

/** Longest wait of a statement for another process. */
const BUSY_TIMEOUT_MS = 2_000
const BUSY_RETRY_MS = 10
const SQLITE_BUSY = 5

const READ = /^\s*select\b/i
const WRITE = /^\s*(?:insert|update|delete)\b/i

/**
 * A driver that commits the writes of several requests together, since syncing a commit to the disk
 * takes longer than the statements of a request. Transactions and single writes run one after another
 * within one SQLite transaction, each transaction in a savepoint. What ran in one turn of the event
 * loop is committed at its end, and no write is finished before; a failed commit fails all of them.
 * Reads use another connection, so that none sees rows that may still be lost.
 */
export function createGroupCommitDriver(
  writer: SqliteConnection,
  reader: SqliteConnection,
): Driver {
  const mutex = createMutex()
  const group = createGroup(writer, mutex.isLocked)

  /** Runs a single write in the open group. */
  async function write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + BUSY_TIMEOUT_MS
    await mutex.acquire()
    let member: Member
    let result: QueryResult<Row>
    try {
      member = await group.join(until)
      result = group.run(() => writer.execute<Row>(query))
    } finally {
      group.leave()
      mutex.release()
    }
    await member.committed
    return result
  }

  /** Runs a statement outside of any group: a pragma, a change of the schema. */
  async function runAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + BUSY_TIMEOUT_MS
    await mutex.acquire()
    try {
      group.commit()
      return await retryWhileBusy(() => writer.execute<Row>(query), until)
    } finally {
      mutex.release()
    }
  }

  const read = <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
    reader === writer
      ? runAlone(query)
      : retryWhileBusy(() => reader.execute<Row>(query), performance.now() + BUSY_TIMEOUT_MS)

  class Connection implements DatabaseConnection {
    /** Set during a transaction. */
    #member: Member | undefined

    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (this.#member) return group.run(() => writer.execute<Row>(query))
      if (READ.test(query.sql)) return read(query)
      return WRITE.test(query.sql) ? write(query) : runAlone(query)
    }

    async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
      yield await this.executeQuery<Row>(query)
    }

    async begin(): Promise<void> {
      const until = performance.now() + BUSY_TIMEOUT_MS
      await mutex.acquire()
      try {
        this.#member = await group.join(until)
        group.run(() => writer.run('savepoint member'))
      } catch (error) {
        this.#end()
        throw error
      }
    }

    async commit(): Promise<void> {
      const member = this.#member
      try {
        group.run(() => writer.run('release member'))
      } finally {
        this.#end()
      }
      await member?.committed
    }

    /** Does nothing after a failed commit, which has undone the transaction. */
    rollback(): void {
      if (!this.#member) return
      try {
        // A full disk makes SQLite roll back all by itself.
        if (writer.isInTransaction()) {
          writer.run('rollback to member')
          writer.run('release member')
        }
      } finally {
        this.#end()
      }
    }

    #end(): void {
      this.#member = undefined
      group.leave()
      mutex.release()
    }
  }

  const use = (connection: DatabaseConnection): Connection => {
    if (connection instanceof Connection) return connection
    throw new TypeError('The connection is not of this driver.')
  }
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(),
    beginTransaction: (connection) => use(connection).begin(),
    commitTransaction: (connection) => use(connection).commit(),
    rollbackTransaction: async (connection) => use(connection).rollback(),
    releaseConnection: async () => {},
    async destroy() {
      await mutex.acquire()
      group.commit()
      writer.close()
      if (reader !== writer) reader.close()
    },
  }
}

/** A part of a group. */
interface Member {
  /** Settles with the commit of the group. */
  committed: Promise<void>
}

/**
 * The SQLite transaction that several members share. Its caller holds the mutex.
 * @param hasMember whether a member runs now.
 */
function createGroup(writer: SqliteConnection, hasMember: () => boolean) {
  let open: PromiseWithResolvers<void> | undefined
  /** The turn of the event loop ended while a member was running: the group ends with it. */
  let isDue = false
  let isScheduled = false

  function commit(): void {
    const closing = open
    open = undefined
    isDue = false
    if (!closing) return
    try {
      writer.run('commit')
      closing.resolve()
    } catch (error) {
      if (writer.isInTransaction()) writer.run('rollback')
      closing.reject(error)
    }
  }

  return {
    commit,
    async join(until: number): Promise<Member> {
      if (!open) {
        // A deferred transaction whose first write follows another process's write fails at once.
        await retryWhileBusy(() => writer.run('begin immediate'), until)
        open = Promise.withResolvers<void>()
        // A member that failed by itself does not wait for it.
        open.promise.catch(() => {})
      }
      return { committed: open.promise }
    },
    /** Runs statements of a member. An error that ends the SQLite transaction fails the group. */
    run<Result>(statements: () => Result): Result {
      if (!open) throw new Error('The transaction was rolled back.')
      try {
        return statements()
      } catch (error) {
        if (!writer.isInTransaction()) {
          open.reject(error)
          open = undefined
        }
        throw error
      }
    },
    /** Ends a member: the group is committed at the end of this turn of the event loop. */
    leave(): void {
      if (isDue) commit()
      if (!open || isScheduled) return
      isScheduled = true
      setImmediate(() => {
        isScheduled = false
        if (hasMember()) isDue = open !== undefined
        else commit()
      })
    },
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY

/** Tries again while another process has locked the database, without blocking the event loop. */
async function retryWhileBusy<Result>(statement: () => Result, until: number): Promise<Result> {
  for (;;) {
    try {
      return statement()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
    }
    await sleep(BUSY_RETRY_MS)
  }
}

function createMutex() {
  const waiting: (() => void)[] = []
  let locked = false
  return {
    isLocked: () => locked,
    async acquire(): Promise<void> {
      if (locked) await new Promise<void>((resolve) => waiting.push(resolve))
      locked = true
    },
    /** Passes the lock to the next waiter, in order. */
    release(): void {
      const next = waiting.shift()
      if (next) next()
      else locked = false
    },
  }
}
