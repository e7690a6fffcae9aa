import { resolve } from 'node:path'
import { ensureNginx, startNginx } from '#tests/helpers/nginx.ts'
import type { Site } from '#tests/helpers/site-process.ts'
import { countFailed, measureLoad, toRequestBytes } from './http-load.ts'
import { endServer, startServer } from './measured-process.ts'
import { medians } from './percentile.ts'
import { readCpuMs } from './process-usage.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const ROUND_SECONDS = 4
const WARM_UP_SECONDS = 1

interface Target {
  port: number
  pid: number
}

async function measureRound({ port, pid }: Target, path: string) {
  const request = toRequestBytes('GET', path, { 'Accept-Encoding': 'gzip' })
  const cpu = readCpuMs(pid)
  const load = await measureLoad({
    ...{ port, connections: CONNECTIONS, seconds: ROUND_SECONDS },
    warmUpSeconds: WARM_UP_SECONDS,
    toRequest: () => request,
  })
  const answers = [...load.statuses.values()].reduce((sum, count) => sum + count, 0)
  return {
    perSecond: load.perSecond,
    /** Milliseconds. */
    p99: load.p99,
    /** Processor time of the server per request. */
    microseconds: ((readCpuMs(pid) - cpu) * 1_000) / answers,
    /** Answers without status 200. */
    failed: countFailed(load, [200]),
  }
}

export type StaticFigures = Awaited<ReturnType<typeof measureRound>>

/**
 * Measures the embedded server, a bare `node:http` server that sends the same bytes, and nginx with
 * the same files, each in a process of its own.
 * @param site with SITE_FOLDER=true.
 * @returns the medians by server, nginx only where it is installed.
 */
export async function measureStaticServers(
  site: Site,
  dataDir: string,
  path: string,
): Promise<Record<string, StaticFigures>> {
  await using cleanup = new AsyncDisposableStack()
  const copy = cleanup.adopt(await startServer(['copy', site.url + path]), endServer)
  const targets: Record<string, Target> = {
    embedded: { port: Number(new URL(site.url).port), pid: site.command.child.pid ?? 0 },
    bare: { port: copy.port, pid: copy.running.child.pid ?? 0 },
  }
  if (ensureNginx()) {
    const config = resolve(dataDir, 'releases/current/nginx.conf')
    targets['nginx'] = cleanup.use(await startNginx(dataDir, config))
  }
  const rounds: Record<string, StaticFigures[]> = {}
  // In turn, so that other load of the machine meets all.
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, target] of Object.entries(targets))
      rounds[name] = [...(rounds[name] ?? []), await measureRound(target, path)]
  return Object.fromEntries(
    Object.entries(rounds).map(([name, figures]) => {
      const failed = figures.reduce((sum, one) => sum + one.failed, 0)
      return [name, { ...medians(figures), failed }]
    }),
  )
}
