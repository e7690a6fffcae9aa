import { findFreePort } from '#tools/http-server.ts'
import { runCommand, type Site, startSite } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'

/** Creates the environment of a measured shop. */
export const createEnv = async (dataDir: string): Promise<Record<string, string>> => ({
  DATA_DIR: dataDir,
  PORT: String(await findFreePort()),
  MEDIA_WARM: 'false',
})

export const LARGE_PRODUCTS = 10_000

/** Fills the database of a data folder with a large catalogue. */
export async function createLargeCatalog(dataDir: string): Promise<void> {
  const args = ['--products', String(LARGE_PRODUCTS)]
  const { code, stderr } = await runCommand('scripts/catalog.ts', { DATA_DIR: dataDir }, args)
    .exited
  if (code !== 0) throw new Error(stderr)
}

/**
 * Starts a shop in its own data folder.
 * @param products `large` for a large catalogue.
 */
export async function startMeasuredSite(
  products: 'large' | 'seed' = 'seed',
  env: Record<string, string> = {},
): Promise<Site> {
  const folder = createTempDir()
  if (products === 'large') await createLargeCatalog(folder.path)
  const site = await startSite({ ...(await createEnv(folder.path)), ...env })
  return {
    ...site,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
