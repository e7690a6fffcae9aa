import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { projectRoot, type RunningCommand, runCommand } from '#tests/helpers/site-process.ts'

export interface ShopProcess {
  running: RunningCommand
  port: number
  /** Cookies of the users that were created for this process. */
  cookies: string[]
  products: string[]
}

/** Starts the API on a database, which it fills when it is empty. */
export async function startShop(database: string, users: number): Promise<ShopProcess> {
  const args = ['shop', database, String(users)]
  // As src/run/start.js sets it, and npm start.
  const env = { NODE_ENV: 'test', NODE_COMPILE_CACHE: join(projectRoot, '.cache/node') }
  const nodeArgs = ['--max-semi-space-size=4']
  const running = runCommand('scripts/measure/measured-server.ts', env, args, nodeArgs)
  const [line] = await running.waitForOutput(/^\{.*\}$/m)
  return { running, ...(JSON.parse(line) as Omit<ShopProcess, 'running'>) }
}

export async function endShop({ running }: ShopProcess): Promise<void> {
  running.child.kill('SIGKILL')
  await running.exited
}

export interface Call {
  method: string
  path: string
  cookie: string
  key?: string
  body?: object
}

export interface Answer {
  /** 0 when the connection broke. */
  status: number
  body: string
}

/** Sends calls on so many connections; `keepAlive` uses each for several. */
export function createSender(connections: number, keepAlive: boolean) {
  const agent = new Agent({ keepAlive, maxSockets: connections })
  const send = (port: number, { method, path, cookie, key, body }: Call): Promise<Answer> =>
    new Promise((resolve) => {
      const headers = {
        // The name of the session cookie is that of a host without TLS.
        host: 'shop.test',
        cookie,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      }
      const options = { host: '127.0.0.1', port, method, path: `/api${path}`, headers, agent }
      request(options, (response) => {
        text(response).then(
          (answer) => resolve({ status: response.statusCode ?? 0, body: answer }),
          () => resolve({ status: 0, body: '' }),
        )
      })
        .on('error', () => resolve({ status: 0, body: '' }))
        .end(body && JSON.stringify(body))
    })
  return { send, close: () => agent.destroy() }
}

/** TEST_DATABASE_URL, or the PostgreSQL of this machine. */
const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Creates a PostgreSQL database, which is dropped on disposal. */
export async function createPostgresDatabase() {
  const name = `kairavi_torture_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: SERVER })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return {
    url: url.href,
    /** Ends all connections to the database. @returns how many there were. */
    async endConnections(): Promise<number> {
      const { rowCount } = await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      )
      return rowCount ?? 0
    },
    async [Symbol.asyncDispose]() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
