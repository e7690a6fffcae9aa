import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'

interface OpenTransaction {
  isOpen: boolean
}

/** The transaction that a callback runs in. */
const current = new AsyncLocalStorage<OpenTransaction>()

/**
 * Wraps a dialect so that a query of `deps.db` within an open transaction throws. On SQLite such a write would wait
 * for the transaction that waits for it. On PostgreSQL it would take another connection of the pool. Either would
 * read the state from before the transaction. It throws in production, too, so that the first test that runs the
 * query finds it.
 */
export const guardTransactions = (dialect: Dialect): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => guardDriver(dialect.createDriver()),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
})

function guardDriver(driver: Driver): Driver {
  const byConnection = new WeakMap<DatabaseConnection, OpenTransaction>()
  const end = (connection: DatabaseConnection): void => {
    const transaction = byConnection.get(connection)
    if (transaction) transaction.isOpen = false
  }
  return {
    init: (options) => driver.init(options),
    // Queries of a transaction have its connection already.
    async acquireConnection(options) {
      if (current.getStore()?.isOpen)
        throw new Error(
          'A query within a transaction goes through the transaction (the db of its callback), not through deps.db.',
        )
      return driver.acquireConnection(options)
    },
    async beginTransaction(connection, settings) {
      const transaction = { isOpen: true }
      byConnection.set(connection, transaction)
      // Kysely has no hook around the callback of a transaction. It calls it in the context of this call.
      current.enterWith(transaction)
      try {
        await driver.beginTransaction(connection, settings)
      } catch (error) {
        end(connection)
        throw error
      }
    },
    commitTransaction(connection) {
      end(connection)
      return driver.commitTransaction(connection)
    },
    rollbackTransaction(connection) {
      end(connection)
      return driver.rollbackTransaction(connection)
    },
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  }
}
