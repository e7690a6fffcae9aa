import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  globSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '#scripts/test/postgres.ts'
import type { Engine } from '#src/server/core/db/open-database.ts'
import { projectRoot, runCommand } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createPostgresDatabase } from './postgres-database.ts'

const CACHE = join(projectRoot, '.cache/aged')
const PREFIX = 'kairavi_aged_'

/** Returns a key that changes with the aged shop: with its generator, tables, size, or the day. */
function toKey(products: number): string {
  const files = globSync('{lab/age/*,scripts/catalog/*,src/server/core/db/schema.sql}', {
    cwd: projectRoot,
  })
  const sources = files.toSorted().map((file) => readFileSync(join(projectRoot, file), 'utf8'))
  const day = new Date().toISOString().slice(0, 10)
  return hash('sha256', [day, products, ...sources].join('\n')).slice(0, 12)
}

async function fill(folder: string, products: number, databaseUrl = ''): Promise<void> {
  const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl }
  const args = ['--age', '365', '--products', String(products)]
  const { code, stderr } = await runCommand('scripts/catalog.ts', env, args).exited
  if (code !== 0) throw new Error(stderr)
}

/**
 * Creates the aged shop of a key unless it exists, and deletes others.
 * @returns its data folder.
 */
async function ensureAged(engine: Engine, key: string, products: number): Promise<string> {
  const folder = join(CACHE, `${engine}-${key}`)
  if (existsSync(folder)) return folder
  for (const old of globSync(`${engine}-*`, { cwd: CACHE }))
    rmSync(join(CACHE, old), { recursive: true })
  const part = `${folder}.part`
  if (engine === 'sqlite') await fill(part, products)
  else await fillPostgres(part, products, PREFIX + key)
  renameSync(part, folder)
  return folder
}

async function fillPostgres(folder: string, products: number, name: string): Promise<void> {
  const server = (await findPostgres()) ?? ''
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database')
  for (const { datname } of rows.filter((row) => row.datname.startsWith(PREFIX)))
    await admin.query(`drop database ${datname} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  await fill(folder, products, url.href)
}

/** Writes a file to disk, because the first sync of a new copy would write a gigabyte. */
function writeToDisk(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Copies the aged shop, which is created once a day. The copy is deleted on disposal. */
export async function copyAgedShop(engine: Engine, products: number) {
  const key = toKey(products)
  const aged = await ensureAged(engine, key, products)
  await using cleanup = new AsyncDisposableStack()
  const folder = cleanup.use(createTempDir())
  cpSync(aged, folder.path, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const file = join(folder.path, 'kairavi.db')
  if (engine === 'sqlite') writeToDisk(file)
  const postgres =
    engine === 'postgres' ? cleanup.use(await createPostgresDatabase(PREFIX + key)) : undefined
  const parts = cleanup.move()
  return {
    dataDir: folder.path,
    url: postgres?.url ?? `sqlite:${file}`,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
