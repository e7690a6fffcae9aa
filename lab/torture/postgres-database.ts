import pg from 'pg'
import { findPostgres } from '#scripts/test/postgres.ts'

/** Creates a PostgreSQL database, empty or as a copy, which is dropped on disposal. */
export async function createPostgresDatabase(template = 'template1') {
  const server = await findPostgres()
  if (!server) throw new Error('PostgreSQL cannot be reached: set TEST_DATABASE_URL.')
  const name = `kairavi_torture_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    /** Closes all connections to the database. */
    endConnections: () =>
      admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        name,
      ]),
    async [Symbol.asyncDispose]() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
