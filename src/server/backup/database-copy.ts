import { spawn } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { listPendingMigrations } from '../db/migrate.ts'
import { type Engine, openDatabase } from '../db/open-database.ts'
import { StartupError } from '../startup-error.ts'
import { hasTables, listSqliteFaults } from './queries.ts'

/** Writes a copy of a database to a file, checks such a file, and makes a database of one. */
export interface DatabaseCopier {
  /** Name of the copy in the backup's folder. */
  fileName: string
  /** Copies a database that is in use, as of one moment. */
  dump(file: string): Promise<void>
  /** @throws StartupError when the copy cannot be read to its end. */
  verify(file: string): Promise<void>
  /** @throws StartupError when there is a database already: nothing is overwritten. */
  load(file: string): Promise<void>
}

export function getDatabaseCopier(engine: Engine, url: string): DatabaseCopier {
  return engine === 'sqlite' ? sqliteCopier(url.slice('sqlite:'.length)) : postgresCopier(url)
}

/** Pages that the backup API copies before other work: a quarter of a second for 40 MB. */
const PAGES_PER_STEP = 10_000

function sqliteCopier(path: string): DatabaseCopier {
  return {
    fileName: 'database.sqlite',
    async dump(file) {
      if (!existsSync(path)) throw new StartupError(`There is no database at ${path} to back up.`)
      const source = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
      try {
        await backup(source, file, { rate: PAGES_PER_STEP })
      } finally {
        source.close()
      }
    },
    async verify(file) {
      const { db } = await openDatabase(`sqlite:${file}`)
      try {
        const [fault] = await listSqliteFaults(db)
        if (fault !== undefined)
          throw new StartupError(`The copy ${file} is damaged: ${fault}. Make another one.`)
        await listPendingMigrations(db)
      } finally {
        await db.destroy()
      }
    },
    async load(file) {
      if (existsSync(path))
        throw new StartupError(
          `There is a database at ${path}: move it away, or restore to another DATA_DIR.`,
        )
      const partial = `${path}.part`
      await copyFile(file, partial, constants.COPYFILE_FICLONE)
      await rename(partial, path)
      // A write-ahead log beside it would belong to another database.
      for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })
    },
  }
}

function postgresCopier(url: string): DatabaseCopier {
  const { address, password } = toToolAddress(url)
  const run = (tool: string, args: string[]) => runTool(tool, args, password)
  return {
    fileName: 'database.dump',
    dump: (file) => run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${address}`]),
    // Reads the whole dump.
    verify: (file) => run('pg_restore', ['--file=/dev/null', file]),
    async load(file) {
      const { db } = await openDatabase(url)
      try {
        if (await hasTables(db))
          throw new StartupError(
            'The database of DATABASE_URL has tables: create an empty one and name that.',
          )
      } finally {
        await db.destroy()
      }
      await run('pg_restore', [
        '--exit-on-error',
        '--single-transaction',
        '--no-owner',
        '--no-privileges',
        `--dbname=${address}`,
        file,
      ])
    },
  }
}

/** Parameters that PostgreSQL's own tools know; our driver knows more. */
const TOOL_PARAMETERS = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'connect_timeout'])

/** The address without its password, which other users would see in the list of processes. */
function toToolAddress(url: string): { address: string; password: string } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  for (const name of [...address.searchParams.keys()])
    if (!TOOL_PARAMETERS.has(name)) address.searchParams.delete(name)
  return { address: address.href, password }
}

/** @throws StartupError when the tool is missing or fails, with the last line of what it says. */
async function runTool(tool: string, args: string[], password: string): Promise<void> {
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const child = spawn(tool, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(new StartupError(`${tool} is not installed: install PostgreSQL's client tools.`)),
    )
    child.once('close', resolve)
  })
  const [code, output] = await Promise.all([exited, text(child.stderr)])
  if (code === 0) return
  const reason = output.trim().split('\n').at(-1) ?? 'no reason given'
  throw new StartupError(`${tool} failed: ${reason.replace(/\.$/, '')}.`)
}
