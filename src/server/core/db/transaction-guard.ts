import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/**
 * The same dialect, whose database refuses a query within a transaction that does not go through the
 * transaction: `deps.db` in place of the `db` that a callback gets. On SQLite such a write would wait for the
 * transaction that waits for it; on PostgreSQL it takes another connection of the pool, of which ten such
 * transactions leave none. Either would read what was there before the transaction. The query throws at once,
 * in production as in tests, so that the first test that runs it finds it.
 */
export const guardTransactions = (dialect: Dialect): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => guardDriver(dialect.createDriver()),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
})

interface OpenTransaction {
  isOpen: boolean
}

function guardDriver(driver: Driver): Driver {
  const current = new AsyncLocalStorage<OpenTransaction>()
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
      // Kysely has no hook around the callback of a transaction, which it calls in the context of this call.
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
