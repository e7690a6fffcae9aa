import { resolve } from 'node:path'
import { ensureNginx, startNginx } from '#tests/helpers/nginx.ts'
import { runCommand, type Site } from '#tests/helpers/site-process.ts'
import { type LoadResult, measureLoad, toRequestBytes } from './http-load.ts'
import { readCpuMs } from './process-usage.ts'
import { percentile } from './publish-latency.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const ROUND_SECONDS = 4
const WARM_UP_SECONDS = 1

export interface StaticFigures {
  perSecond: number
  /** Milliseconds. */
  p99: number
  /** Processor time of the server per request, in microseconds. */
  microseconds: number
  /** Answers without status 200. */
  failed: number
}

interface Target {
  port: number
  pid: number
}

async function measureRound({ port, pid }: Target, path: string): Promise<StaticFigures> {
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
    p99: load.p99,
    microseconds: ((readCpuMs(pid) - cpu) * 1_000) / answers,
    failed: countFailed(load),
  }
}

const countFailed = ({ statuses, broken }: LoadResult): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), broken)

const getMedian = (rounds: StaticFigures[]): StaticFigures => {
  const median = (name: keyof StaticFigures) =>
    percentile(
      rounds.map((round) => round[name]),
      0.5,
    )
  return {
    perSecond: median('perSecond'),
    p99: median('p99'),
    microseconds: median('microseconds'),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  }
}

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
  const copy = runCommand('scripts/measure/measured-server.ts', {}, ['copy', site.url + path])
  const [line] = await copy.waitForOutput(/^\{.*\}$/m)
  const targets: Record<string, Target> = {
    embedded: { port: Number(new URL(site.url).port), pid: site.command.child.pid ?? 0 },
    bare: { port: JSON.parse(line).port, pid: copy.child.pid ?? 0 },
  }
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => {
    copy.child.kill('SIGTERM')
  })
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
    Object.entries(rounds).map(([name, figures]) => [name, getMedian(figures)]),
  )
}
