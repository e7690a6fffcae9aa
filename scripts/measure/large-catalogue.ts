import { join } from 'node:path'
import { runCommand } from '#tests/helpers/site-process.ts'

export const LARGE_PRODUCTS = 10_000

/** Creates a database with a large catalogue in a data folder. @returns its URL. */
export async function createLargeCatalogue(dataDir: string): Promise<string> {
  const database = `sqlite:${join(dataDir, 'kairavi.db')}`
  const args = ['--products', String(LARGE_PRODUCTS), '--database', database]
  const { code, stderr } = await runCommand('scripts/catalog.ts', { DATA_DIR: dataDir }, args)
    .exited
  if (code !== 0) throw new Error(stderr)
  return database
}
