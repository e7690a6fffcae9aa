import { resolve } from 'node:path'
import { row } from '#scripts/report.ts'
import { ensureNginx, startNginx } from '#tools/nginx.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { runCommand, startSite } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { countFailed, measureLoad, toRequestBytes } from './http-load.ts'
import { endServer, startServer } from './measured-process.ts'
import { medians } from './percentile.ts'
import { readCpuMs } from './process-usage.ts'
import { createEnv } from './site.ts'

const LOAD = { connections: 32, warmUpSeconds: 1, seconds: 4 }
const ROUNDS = 3
/** Minimum share of another server's requests per second. */
const MIN_SHARE = { bare: 0.85, nginx: 0.6 }

interface Target {
  port: number
  pid: number
}

async function measureRound({ port, pid }: Target, path: string) {
  const request = toRequestBytes({ path, headers: { 'Accept-Encoding': 'gzip' } })
  const cpu = readCpuMs(pid)
  const load = await measureLoad({ ...LOAD, port, toRequest: () => request })
  const answers = load.statuses.values().reduce((sum, count) => sum + count, 0)
  const { perSecond, p99 } = load
  const microseconds = ((readCpuMs(pid) - cpu) * 1_000) / answers
  return { perSecond, p99, microseconds, failed: countFailed(load) }
}

/** Measures a path of each server in turn, so that other load affects all of them. */
async function compare(targets: Map<string, Target>, path: string): Promise<void> {
  const rounds = new Map<string, Awaited<ReturnType<typeof measureRound>>[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, target] of targets)
      rounds.set(name, [...(rounds.get(name) ?? []), await measureRound(target, path)])
  const figures = new Map(
    [...rounds].map(([name, all]) => {
      const failed = all.reduce((sum, round) => sum + round.failed, 0)
      return [name, { ...medians(all), failed }]
    }),
  )
  for (const [name, { perSecond, p99, microseconds, failed }] of figures) {
    row(`${path}, ${name}: requests a second`, perSecond)
    row('  processor time per request', microseconds, { unit: 'µs' })
    row('  99 of 100 answered within', p99, { unit: 'ms', most: 50 })
    row('  not answered well', failed, { most: 0 })
  }
  const embedded = figures.get('embedded')
  for (const [name, least] of Object.entries(MIN_SHARE)) {
    const other = figures.get(name)
    if (!embedded || !other) continue
    const share = embedded.perSecond / other.perSecond
    row(`${path}, against ${name}`, share, { unit: '×', least })
    const cost = other.microseconds / embedded.microseconds
    row('  by processor time', cost, { unit: '×', least })
  }
}

/**
 * Measures the embedded server, a bare `node:http` server with the same bytes, and nginx, if
 * installed, with the same files. Each runs in a separate process.
 */
export async function measureStatic(): Promise<void> {
  using folder = createTempDir()
  const env = { ...(await createEnv(folder.path)), SITE_FOLDER: 'true' }
  // Without the compilation of the studio, which follows the first start.
  const build = await runCommand('src/run/build.ts', env).exited
  if (build.code !== 0) throw new Error(build.stderr)
  await using site = await startSite(env)
  for (const path of ['/', PRODUCT_PATH]) {
    await using cleanup = new AsyncDisposableStack()
    const copy = cleanup.adopt(await startServer(['copy', site.url + path]), endServer)
    const targets = new Map<string, Target>([
      ['embedded', { port: Number(new URL(site.url).port), pid: site.command.child.pid ?? 0 }],
      ['bare', { port: copy.port, pid: copy.running.child.pid ?? 0 }],
    ])
    const config = resolve(folder.path, 'releases/current/nginx.conf')
    if (ensureNginx()) targets.set('nginx', cleanup.use(await startNginx(folder.path, config)))
    await compare(targets, path)
  }
}
