import { setTimeout as sleep } from 'node:timers/promises'
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { giveTurn } from '../turns.ts'
import { type CheckpointThread, createCheckpoints } from './checkpoints.ts'
import { createLock } from './lock.ts'
import { createSnapshots } from './snapshots.ts'
import { hasSeveralRows, type SqliteConnection } from './sqlite.ts'

/** Longest wait of a statement for another process. */
const BUSY_TIMEOUT_MS = 2_000
const BUSY_RETRY_MS = 10
const SQLITE_BUSY = 5

/** Longest wait for the writer or for a snapshot of this process, like that of PostgreSQL for a statement. */
const WAIT_TIMEOUT_MS = 5_000

/** Letters that a group writes from which it is large. */
const LARGE_LETTERS = 2_000_000

/**
 * Cache of the writer, in KiB: SQLite's own default, and what a large group has until its end. With the default, a
 * change of thousands of rows writes and reads the same pages of indexes again and again; with a larger one, more of
 * them are left to the commit, which is one turn of the event loop.
 */
const CACHE_KIB = 2_000
const LARGE_CACHE_KIB = 5_000

const READ = /^\s*select\b/i
const WRITE = /^\s*(?:insert|update|delete)\b/i

export interface GroupCommitFile {
  writer: SqliteConnection
  /** Sees the rows that `writer` has committed; the same one for a database in memory. */
  reader: SqliteConnection
  /** Opens a connection for a snapshot. Without it, snapshots are transactions of the writer. */
  openSnapshot?: () => SqliteConnection
  /** Writes the log back to the file without holding the event loop. Without it, commits do. */
  checkpointThread?: CheckpointThread
  /** Writes what the log has to the disk without holding the event loop: a commit then has little to wait for. */
  syncLog?: () => Promise<void>
  /** Limit of waiting, in milliseconds. */
  waitTimeoutMs?: number
}

/**
 * A driver that commits the writes of several requests together, since syncing a commit to the disk
 * takes longer than the statements of a request. Transactions and single writes run one after another
 * within one SQLite transaction, each transaction but the first one in a savepoint. What ran in one turn of the event
 * loop is committed at its end, and no write is finished before; a failed commit fails all of them.
 * Reads use another connection, so that none sees rows that may still be lost. A read-only transaction
 * has a connection of its own: it sees one state of the database, and holds no write.
 */
export function createGroupCommitDriver(file: GroupCommitFile): Driver {
  const { writer, reader, openSnapshot, checkpointThread, waitTimeoutMs = WAIT_TIMEOUT_MS } = file
  const mutex = createLock(1, waitTimeoutMs, 'the writer of the database')
  const checkpoints = checkpointThread && createCheckpoints(writer, checkpointThread)
  const group = createGroup(writer, mutex.isTaken, () => checkpoints?.afterCommit())
  const snapshots = openSnapshot && createSnapshots(openSnapshot, waitTimeoutMs)

  /** Ends a member, and lets the next one begin: in another turn of the event loop after a commit of megabytes. */
  function leave(): void {
    const isLarge = group.isLarge()
    group.leave()
    if (isLarge) setImmediate(mutex.release)
    else mutex.release()
  }

  /** Runs a single write in the open group. */
  async function write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + BUSY_TIMEOUT_MS
    await mutex.acquire()
    let member: Member
    let result: QueryResult<Row>
    try {
      member = await group.join(until)
      result = hasSeveralRows(query) ? group.executeWhole<Row>(query) : group.execute<Row>(query)
    } finally {
      leave()
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
    reader === writer ? runAlone(query) : retryWhileBusy(() => reader.execute<Row>(query))

  class Connection implements DatabaseConnection {
    /** Set during a transaction. */
    #member: Member | undefined
    /** Set during a read-only transaction. */
    #snapshot: SqliteConnection | undefined

    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (this.#member) return group.execute<Row>(query)
      const snapshot = this.#snapshot
      if (snapshot) return retryWhileBusy(() => snapshot.execute<Row>(query))
      if (READ.test(query.sql)) return read(query)
      return WRITE.test(query.sql) ? write(query) : runAlone(query)
    }

    async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
      yield await this.executeQuery<Row>(query)
    }

    async begin({ accessMode }: TransactionSettings): Promise<void> {
      if (snapshots && accessMode === 'read only') {
        this.#snapshot = await snapshots.begin()
        return
      }
      const until = performance.now() + BUSY_TIMEOUT_MS
      await mutex.acquire()
      try {
        this.#member = await group.join(until)
        // SQLite copies each page that a savepoint changes: a fifth of the time of a large transaction.
        if (!this.#member.isFirst) group.run('savepoint member')
      } catch (error) {
        this.#member = undefined
        leave()
        throw error
      }
    }

    async commit(): Promise<void> {
      const member = this.#member
      const isLarge = member !== undefined && group.isLarge()
      try {
        if (isLarge) {
          // The commit syncs whatever this has not.
          await file.syncLog?.().catch(() => {})
          // At the end of a turn, after which what waits for the commit has another one.
          await giveTurn()
        }
        if (member) group.endMember(member)
      } finally {
        this.#end()
      }
      await member?.committed
      // What follows, as an answer and a publish, is work of another turn.
      if (isLarge) await giveTurn()
    }

    /** Does nothing after a failed commit, which has undone the transaction. */
    rollback(): void {
      try {
        // A full disk makes SQLite roll back all by itself.
        if (this.#member && writer.isInTransaction()) group.undoMember(this.#member)
      } finally {
        this.#end()
      }
    }

    #end(): void {
      if (this.#snapshot) snapshots?.end(this.#snapshot)
      if (this.#member) leave()
      this.#snapshot = undefined
      this.#member = undefined
    }
  }

  const use = (connection: DatabaseConnection): Connection => {
    if (connection instanceof Connection) return connection
    throw new TypeError('The connection is not of this driver.')
  }
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(),
    beginTransaction: (connection, settings) => use(connection).begin(settings),
    commitTransaction: (connection) => use(connection).commit(),
    rollbackTransaction: async (connection) => use(connection).rollback(),
    releaseConnection: async () => {},
    async destroy() {
      await mutex.acquire()
      group.commit()
      await checkpoints?.end()
      snapshots?.close()
      writer.close()
      if (reader !== writer) reader.close()
    },
  }
}

/** A part of a group. */
interface Member {
  /** Settles with the commit of the group. */
  committed: Promise<void>
  /** It has opened the group: nothing of another member is undone with it. */
  isFirst: boolean
}

/**
 * The SQLite transaction that several members share. Its caller holds the mutex.
 * @param hasMember whether a member runs now.
 */
function createGroup(writer: SqliteConnection, hasMember: () => boolean, afterCommit: () => void) {
  let open: PromiseWithResolvers<void> | undefined
  /** The turn of the event loop ended while a member was running: the group ends with it. */
  let isDue = false
  let isScheduled = false
  /** The length of the texts that the group has written. */
  let letters = 0
  let hasLargeCache = false

  function commit(): void {
    const closing = open
    open = undefined
    isDue = false
    if (!closing) return
    letters = 0
    try {
      writer.run('commit')
      closing.resolve()
    } catch (error) {
      if (writer.isInTransaction()) writer.run('rollback')
      closing.reject(error)
    }
    if (hasLargeCache) releaseCache()
    afterCommit()
  }

  /** Ends a group that has nothing but what its first member has written. */
  function rollback(): void {
    writer.run('rollback')
    open?.resolve()
    open = undefined
    isDue = false
    letters = 0
    if (hasLargeCache) releaseCache()
  }

  function enlargeCache(): void {
    hasLargeCache = true
    writer.run(`pragma cache_size = -${LARGE_CACHE_KIB}`)
  }

  function releaseCache(): void {
    hasLargeCache = false
    writer.run(`pragma cache_size = -${CACHE_KIB}`)
    writer.run('pragma shrink_memory')
  }

  /** Runs statements of a member. An error that ends the SQLite transaction fails the group. */
  function attempt<Result>(statements: () => Result): Result {
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
  }

  function undoSavepoint(): void {
    writer.run('rollback to member')
    writer.run('release member')
  }

  function execute<Row>(query: CompiledQuery): QueryResult<Row> {
    for (const value of query.parameters) if (typeof value === 'string') letters += value.length
    if (letters > LARGE_LETTERS && !hasLargeCache) enlargeCache()
    return attempt(() => writer.execute<Row>(query))
  }

  return {
    commit,
    execute,
    /** Runs a query of several rows that are no transaction, and are written all or not at all. */
    executeWhole<Row>(query: CompiledQuery): QueryResult<Row> {
      attempt(() => writer.run('savepoint member'))
      try {
        const result = execute<Row>(query)
        writer.run('release member')
        return result
      } catch (error) {
        if (writer.isInTransaction()) undoSavepoint()
        throw error
      }
    },
    /** Whether its commit writes megabytes. */
    isLarge: () => letters > LARGE_LETTERS,
    async join(until: number): Promise<Member> {
      const isFirst = open === undefined
      if (!open) {
        // A deferred transaction whose first write follows another process's write fails at once.
        await retryWhileBusy(() => writer.run('begin immediate'), until)
        open = Promise.withResolvers<void>()
        // A member that failed by itself does not wait for it.
        open.promise.catch(() => {})
      }
      return { committed: open.promise, isFirst }
    },
    /** Keeps what a transaction has written for the commit. */
    endMember: ({ isFirst }: Member): void =>
      attempt(() => (isFirst ? undefined : writer.run('release member'))),
    /** Undoes what a transaction has written. */
    undoMember({ isFirst }: Member): void {
      if (isFirst) {
        rollback()
        return
      }
      undoSavepoint()
    },
    run: (sql: string): void => attempt(() => writer.run(sql)),
    /** Ends a member: the group is committed at the end of this turn of the event loop, one of megabytes at once. */
    leave(): void {
      if (isDue || letters > LARGE_LETTERS) commit()
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
async function retryWhileBusy<Result>(
  statement: () => Result,
  until = performance.now() + BUSY_TIMEOUT_MS,
): Promise<Result> {
  for (;;) {
    try {
      return statement()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
    }
    await sleep(BUSY_RETRY_MS)
  }
}
