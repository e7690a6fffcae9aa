import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { createLock } from './lock.ts'
import { createSnapshots } from './snapshots.ts'
import type { SqliteConnection } from './sqlite.ts'

/** Longest wait of a statement for another process. */
const BUSY_TIMEOUT_MS = 5_000
/** Time between two tries. Of two waiting processes, the one with the shorter time writes first. */
const BUSY_RETRY_MS = 2
const SQLITE_BUSY = 5
/** The desk holds the writer for this time at most, and then leaves it to the shop. */
const HOLD_MS = 50
const PAUSE_MS = 20

/** Longest wait for the writer or for a snapshot of this process, like that of PostgreSQL for a statement. */
const WAIT_TIMEOUT_MS = 5_000

/** Time of reads after which the next one waits for another turn of the event loop. */
const TURN_MS = 20

const READ = /^\s*select\b/i
const WRITE = /^\s*(?:insert|update|delete)\b/i

export interface GroupCommitFile {
  writer: SqliteConnection
  /** Sees the rows that `writer` has committed; the same connection for a database in memory. */
  reader: SqliteConnection
  /** Opens a connection for a snapshot. Without it, snapshots are transactions of the writer. */
  openSnapshot?: () => SqliteConnection
  /** Time after which the log is written back to the file again, also what other processes wrote. */
  checkpointEveryMs?: number | undefined
  /** Longest wait, in milliseconds. */
  waitTimeoutMs?: number
  /** Whether writes of the other process go first, because shoppers wait for them. */
  givesWay?: boolean
}

/**
 * Creates a driver that commits the writes of several requests together, because a sync to the disk takes longer than
 * the statements of a request. Transactions and single writes run one after another within one SQLite transaction;
 * each but the first has a savepoint. The group is committed at the end of the turn of the event loop. No write
 * resolves before that, and a failed commit fails all of them. Reads use another connection, so none sees rows that
 * may still be lost. A read-only transaction has its own connection with one state of the database, and does not hold
 * the writer.
 */
export function createGroupCommitDriver(file: GroupCommitFile): Driver {
  const { writer, reader, openSnapshot, waitTimeoutMs = WAIT_TIMEOUT_MS } = file
  const { givesWay = false, checkpointEveryMs } = file
  const mutex = createLock(1, waitTimeoutMs, 'the writer of the database')
  const checkpoints = checkpointEveryMs && setInterval(writeBack, checkpointEveryMs).unref()
  const retryWhileBusy = createBusyRetry(givesWay ? PAUSE_MS : BUSY_RETRY_MS)
  const pauses = createPauses(givesWay)
  const endLongTurn = createTurnEnds()
  const begin = async (until: number): Promise<void> => {
    await pauses.beforeHold()
    // A deferred transaction fails at once if its first write follows a write of another process.
    await retryWhileBusy(() => writer.run('begin immediate'), until)
    pauses.startHold()
  }
  const group = createGroup(writer, begin, mutex.isTaken, pauses.endHold)
  const snapshots = openSnapshot && createSnapshots(openSnapshot, waitTimeoutMs)

  function writeBack(): void {
    try {
      if (!writer.isInTransaction()) writer.run('pragma wal_checkpoint(passive)')
    } catch {
      // The next time tries it again.
    }
  }

  /** Ends a member, and lets the next one begin. */
  function leave(): void {
    group.leave()
    mutex.release()
  }

  /** Runs a single write in the open group. */
  async function write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + BUSY_TIMEOUT_MS
    await mutex.acquire()
    let member: Member
    let result: QueryResult<Row>
    try {
      member = await group.join(until)
      result = group.execute<Row>(query)
    } finally {
      leave()
    }
    await member.committed
    return result
  }

  /** Runs a statement outside of any group, e.g. a pragma or a change of the schema. */
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

  async function read<Row>(
    query: CompiledQuery,
    connection: SqliteConnection,
  ): Promise<QueryResult<Row>> {
    await endLongTurn()
    return retryWhileBusy(() => connection.execute<Row>(query))
  }

  class Connection implements DatabaseConnection {
    /** Set during a transaction. */
    #member: Member | undefined
    /** Set during a read-only transaction. */
    #snapshot: SqliteConnection | undefined

    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (this.#member) return group.execute<Row>(query)
      if (this.#snapshot) return read(query, this.#snapshot)
      if (READ.test(query.sql) && reader !== writer) return read(query, reader)
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
        // SQLite copies each page that a savepoint changes, which is a fifth of the time of a large transaction.
        if (!this.#member.isFirst) group.run('savepoint member')
      } catch (error) {
        this.#member = undefined
        leave()
        throw error
      }
    }

    async commit(): Promise<void> {
      const member = this.#member
      try {
        if (member) group.endMember(member)
      } finally {
        this.#end()
      }
      await member?.committed
    }

    /** Has no effect after a failed commit, which has undone the transaction. */
    rollback(): void {
      try {
        // On a full disk SQLite rolls back by itself.
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
      clearInterval(checkpoints)
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
  /** Whether it has opened the group. Then no other member is undone with it. */
  isFirst: boolean
}

/**
 * Creates the SQLite transaction that several members share. The caller holds the mutex.
 * @param begin begins it, once no other process writes.
 * @param hasMember whether a member runs now.
 */
function createGroup(
  writer: SqliteConnection,
  begin: (until: number) => Promise<void>,
  hasMember: () => boolean,
  afterEnd: () => void,
) {
  let open: PromiseWithResolvers<void> | undefined
  /** Whether the turn of the event loop ended while a member was running. Then the group ends with it. */
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
    afterEnd()
  }

  /** Rolls back a group with one member. */
  function rollback(): void {
    writer.run('rollback')
    open?.resolve()
    open = undefined
    isDue = false
    afterEnd()
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

  const execute = <Row>(query: CompiledQuery): QueryResult<Row> =>
    attempt(() => writer.execute<Row>(query))

  return {
    commit,
    execute,
    async join(until: number): Promise<Member> {
      const isFirst = open === undefined
      if (!open) {
        await begin(until)
        open = Promise.withResolvers<void>()
        // A failed member does not wait for the commit.
        open.promise.catch(() => {})
      }
      return { committed: open.promise, isFirst }
    },
    /** Keeps the writes of a transaction for the commit. */
    endMember: ({ isFirst }: Member): void =>
      attempt(() => (isFirst ? undefined : writer.run('release member'))),
    /** Undoes the writes of a transaction. */
    undoMember({ isFirst }: Member): void {
      if (isFirst) {
        rollback()
        return
      }
      undoSavepoint()
    },
    run: (sql: string): void => attempt(() => writer.run(sql)),
    /** Ends a member. The group is committed at the end of this turn of the event loop. */
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
const createBusyRetry =
  (retryMs: number) =>
  async <Result>(
    statement: () => Result,
    until = performance.now() + BUSY_TIMEOUT_MS,
  ): Promise<Result> => {
    for (;;) {
      try {
        return statement()
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error
      }
      await sleep(retryMs)
    }
  }

/**
 * Lets others run between the reads of a long loop: SQLite answers within the turn of the event loop, which PostgreSQL
 * ends with each statement.
 */
function createTurnEnds(): () => Promise<void> {
  let begunAt = 0
  return async () => {
    if (performance.now() - begunAt < TURN_MS) return
    await nextTurn()
    begunAt = performance.now()
  }
}

/** Leaves the writer to other processes each time this process has held it for `HOLD_MS`. */
function createPauses(givesWay: boolean) {
  let heldMs = 0
  let heldSince = 0
  let freeSince = 0
  return {
    async beforeHold(): Promise<void> {
      const pauseMs = freeSince + PAUSE_MS - performance.now()
      if (givesWay && heldMs >= HOLD_MS && pauseMs > 0) await sleep(pauseMs)
      if (pauseMs <= 0 || heldMs >= HOLD_MS) heldMs = 0
    },
    startHold(): void {
      heldSince = performance.now()
    },
    endHold(): void {
      freeSince = performance.now()
      heldMs += freeSince - heldSince
    },
  }
}
