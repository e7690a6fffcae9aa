import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writeHeaderFiles } from '#src/publish/hosting/header-files.ts'
import { formatCookies } from './api-client.ts'
import { findFreePort, send } from './http-server.ts'
import { type LoadCall, type LoadOptions, startScheduledLoad } from './scheduled-load.ts'
import { runCommand } from './site-process.ts'
import { createSmallRelease, RELEASE_FILES } from './small-release.ts'
import { createTempDir } from './temp-dir.ts'
import { createTestApp } from './test-app.ts'

const ACCOUNTS = 20

/** The name of the session cookie is that of a host without TLS. */
const HOST = 'shop.test'

/** Gets a path on a connection of its own. */
export async function getAlone(
  port: number,
  path: string,
): Promise<{ status: number; text: string }> {
  const { status, body } = await send({ port, path, headers: { Host: HOST }, agent: false })
  return { status, text: String(body) }
}

/** Makes a release of a few files live. */
export async function publishSmallRelease(
  releases: string,
  id: string,
  contents = RELEASE_FILES,
): Promise<void> {
  const release = await createSmallRelease(releases, id, contents)
  await writeHeaderFiles(join(releases, id), release, { https: false })
  const link = join(releases, 'next')
  symlinkSync(id, link)
  renameSync(link, join(releases, 'current'))
}

/** A port below those that the system gives to connections, with two free ones after it. */
async function findClusterPort(port = 20_000): Promise<number> {
  for (const wanted of [port, port + 1, port + 2])
    if ((await findFreePort(wanted)) !== wanted) return findClusterPort(port + 3)
  return port
}

/**
 * Starts two API processes behind nginx with a small site, and a load on them.
 * @param load its requests a second, and how many wait for an answer; others are skipped.
 */
export async function startCluster(
  databaseUrl: string,
  { perSecond, maxInFlight }: Pick<LoadOptions, 'perSecond' | 'maxInFlight'>,
) {
  const folder = createTempDir()
  const releases = join(folder.path, 'releases')
  await publishSmallRelease(releases, '20261121-093000-1a2b3c4d')
  const port = await findClusterPort()
  const url = new URL(databaseUrl)
  // The production timeouts turn a slow machine into 503.
  url.searchParams.set('connect_timeout', '60')
  url.searchParams.set('statement_timeout', '60000')
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: folder.path,
    DATABASE_URL: url.href,
    LIMITS: 'false',
    MEDIA_WARM: 'false',
  }
  const command = runCommand('lab/cluster.ts', env, ['--no-publisher'])
  await command.waitForOutput(/is open at/)
  const listing = await getAlone(port, '/api/products/get-all-products')
  const productId: string = JSON.parse(listing.text).products[0].id
  const cookies: string[] = []
  {
    await using app = await createTestApp({}, env.DATABASE_URL)
    for (let count = 0; count < ACCOUNTS; count++)
      cookies.push(formatCookies((await app.createSignedInUser()).cookies))
  }
  const calls: LoadCall[] = [
    ['GET', '/'],
    ['GET', '/api/cart'],
    ['GET', '/api/products/get-all-products'],
    ['POST', '/api/cart', { productId, quantity: 1 }],
    ['POST', '/api/wishlist/', { productId }],
  ]
  const load = startScheduledLoad({
    port,
    host: HOST,
    cookies,
    calls,
    perSecond,
    maxInFlight,
  })
  let restarts = 0
  return {
    releases,
    port,
    command,
    load,
    /** Restarts both API processes, one after the other. */
    async restart(): Promise<void> {
      restarts++
      command.child.kill('SIGHUP')
      await command.waitForOutput(new RegExp(`(?:^Restarted[^]*){${restarts}}\\.$`, 'm'))
    },
    /** @returns the exit code of the cluster. */
    async stop(): Promise<number | null> {
      await load.stop()
      command.child.kill('SIGTERM')
      const { code } = await command.exited
      folder[Symbol.dispose]()
      return code
    },
  }
}
