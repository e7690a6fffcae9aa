import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { getDemoLogin } from '#lab/measure/demo-account.ts'
import { previewOidcEnv } from '#src/preview/oidc-provider.ts'
import { getReleasesDir } from '#src/publish/release/releases.ts'
import { changeSlugs } from '#src/server/core/slugs/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { DEFAULT_SEED_DIR } from '#src/server/shop/seed/read-entries.ts'
import { importPictures, insertCatalog } from '#src/server/shop/seed/seed.ts'
import { type ApiClient, createClient, formatCookies } from '#tools/api-client.ts'
import { type Answer, send } from '#tools/http-server.ts'
import { startNginxWith } from '#tools/nginx.ts'
import { projectRoot, type RunningCommand, runCommand } from '#tools/site-process.ts'
import { OIDC_PORT, SITE_URL } from '#tools/site-settings.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'
import { seedEntries } from './catalog-api.ts'
import { openDatabaseProxy } from './database-proxy.ts'
import { type Machine, openMachine } from './machines.ts'
import { startS3 } from './s3.ts'

const STUDIO_TIMEOUT_MS = 120_000
export const INBOX_KEY = 'key-of-the-two-machines'

/** A product of each category, and one that is not sold any more. */
const ENTRIES = seedEntries.slice(0, 9).map((entry) => ({ ...entry, related: [] }))
const slugs = ENTRIES.map(({ slug }) => slug)
export const [WATCH = '', PERFUME = ''] = slugs
export const ARCHIVED = slugs.at(-1) ?? ''
/** The former slug of the watch. */
export const FORMER = 'former'

/** What a checkout has beside its dependencies, without what a publisher leaves in it. */
const CHECKOUT = [
  ...['astro.config.mjs', 'config', 'package.json', 'package-lock.json', 'public', 'src'],
  'tsconfig.json',
]

/** Where a shop, or nginx in front of it, listens. */
export type Place = Pick<Machine, 'host' | 'port'>

/** Sends a request to a machine, or to nginx, as if the site's address led there. */
export function ask(place: Place, path: string, init: RequestInit = {}): Promise<Answer> {
  const { method = 'GET', body } = init
  const own = Object.fromEntries(new Headers(init.headers))
  const headers = { ...own, host: new URL(SITE_URL).host, origin: SITE_URL }
  const { host, port } = place
  const bytes = typeof body === 'string' ? body : Buffer.from((body ?? '') as Uint8Array)
  return send({ host, port, path, method, headers, agent: false }, bytes)
}

const toClient = (place: Place, cookies = new Map<string, string>()): ApiClient => {
  const request = async (path: string, init?: RequestInit) => {
    const answer = await ask(place, `/api${path}`, init)
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const part of [value ?? []].flat()) headers.append(name, part)
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers })
  }
  return createClient({ request }, {}, { cookies })
}

type MachineNumber = 0 | 1

/**
 * Starts a shop on two machines, as docs/scale.md has them: the first one publishes, the second one only serves
 * and has a checkout of its own. They share PostgreSQL, a bucket for pictures, and the folder of releases,
 * which the second one reads only.
 */
export async function startTwoMachines({ hasNginx }: { hasNginx: boolean }) {
  await using parts = new AsyncDisposableStack()
  const { path: folder } = parts.use(createTempDir())
  const checkouts = [projectRoot, join(folder, 'checkout')] as const
  const dataDirs = [join(folder, 'first'), join(folder, 'second')] as const
  const releases = getReleasesDir(dataDirs[0])
  mkdirSync(releases, { recursive: true })
  for (const name of CHECKOUT)
    cpSync(join(projectRoot, name), join(checkouts[1], name), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(checkouts[1], 'node_modules'))

  const shared = { from: releases, to: getReleasesDir(dataDirs[1]) }
  const machines = [
    parts.use(await openMachine(0)),
    parts.use(await openMachine(1, shared)),
  ] as const
  const { gateway } = machines[0]
  const database = await openDatabaseProxy(await createDatabase(), gateway)
  parts.defer(database.close)
  const url = new URL(database.url)
  // The production timeouts turn a slow machine into 503.
  url.searchParams.set('connect_timeout', '60')
  url.searchParams.set('statement_timeout', '60000')
  const s3 = parts.use(await startS3(gateway))
  const settings = {
    NODE_ENV: 'test',
    SITE_URL,
    PREVIEW: 'true',
    INBOX_KEY,
    DATABASE_URL: url.href,
    LIMITS: 'false',
    MEDIA_WARM: 'false',
    PASSWORD_HASH_MEMORY: '64',
    SITE_FOLDER: 'true',
    ...previewOidcEnv(OIDC_PORT),
    ...s3.toSettings(),
  }
  await fillDatabase({ ...settings, DATA_DIR: folder })

  const running: RunningCommand[] = []
  async function start(machine: MachineNumber): Promise<RunningCommand> {
    const { host, port, prefix } = machines[machine]
    // A machine in a network of its own is reached from outside.
    const address = { HOST: prefix.length > 0 ? '0.0.0.0' : host, PORT: String(port) }
    const env = { ...settings, ...address, DATA_DIR: dataDirs[machine] }
    const script = join(checkouts[machine], 'src/run/start.js')
    const there = [...prefix, 'env', '-C', checkouts[machine]]
    const command = runCommand(script, env, machine === 0 ? [] : ['--no-build'], [], there)
    running[machine] = command
    await command.waitForOutput(/is open at/)
    return command
  }
  async function kill(machine: MachineNumber): Promise<void> {
    running[machine]?.child.kill('SIGKILL')
    await running[machine]?.exited
  }
  parts.defer(() => kill(0))
  parts.defer(() => kill(1))
  await start(0)
  await start(1)
  const nginx = hasNginx ? parts.use(await startFront(folder, releases, machines)) : undefined

  const first = toClient(machines[0])
  const { status } = await first.post('/auth/login', getDemoLogin('editor'))
  if (status !== 200) throw new Error(`The login was answered with ${status}.`)
  const headers = { cookie: formatCookies(first.cookies) }
  // It is compiled once the shop is open.
  for (const machine of machines)
    await vi.waitUntil(async () => (await ask(machine, '/studio', { headers })).status === 200, {
      timeout: STUDIO_TIMEOUT_MS,
      interval: 100,
    })
  const started = parts.move()
  return {
    machines,
    releases,
    checkouts,
    start,
    kill,
    nginx: nginx && { host: '127.0.0.1', port: nginx.port },
    /** One editor on both machines. */
    editors: [first, toClient(machines[1], first.cookies)] as const,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

export type TwoMachines = Awaited<ReturnType<typeof startTwoMachines>>

async function fillDatabase(settings: Record<string, string>): Promise<void> {
  await using shop = await createTestApp(settings, settings['DATABASE_URL'])
  const { db } = shop.deps
  const pictures = await importPictures(shop.deps, DEFAULT_SEED_DIR, ENTRIES, () => {})
  await insertCatalog(db, ENTRIES, pictures)
  const archive = db.updateTable('product').set({ archived_at: 1 })
  await archive.where('slug', '=', ARCHIVED).execute()
  for (const slug of [FORMER, WATCH])
    await changeSlugs(db, 'product', [{ slug, recordId: toProductId(WATCH) }])
}

/** nginx as deploy/nginx.conf has it, with the addresses of these machines. */
const startFront = (folder: string, releases: string, machines: readonly Place[]) =>
  startNginxWith(folder, (own) =>
    readFileSync(join(projectRoot, 'deploy/nginx.conf'), 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${own};`)
      .replace('/data/releases', releases)
      .replaceAll(/api-([12]):4321/g, (_, number: string) => {
        const { host, port } = machines[Number(number) - 1] as Place
        return `${host}:${port}`
      }),
  )
