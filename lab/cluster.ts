import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { toNginxConfig, toNginxServer } from '#scripts/nginx-server.ts'
import { exitWithError, printLine } from '#src/run/console-output.ts'
import { readSettings, root } from '#src/run/settings.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import { listChildren } from './measure/process-usage.ts'

// Runs the shop as several processes on this machine, like deploy/compose.yaml in containers: a publisher (unless
// --no-publisher is given), two API processes, and nginx on PORT. nginx serves the site and distributes calls. An API
// process that ends is restarted. SIGHUP restarts the API processes one by one; SIGTERM stops everything.

const BACKENDS = 2
/** Each backend serves both, because it starts its own desk. */
const UPSTREAMS = { shop: 'api', desk: 'desk' }
const POLL_MS = 50
const READY_TIMEOUT_MS = 120_000
/** Maximum wait for calls that started with a previous nginx configuration, e.g. an event stream. */
const FINISH_TIMEOUT_MS = 10_000

const STDIO: StdioOptions = ['ignore', 'ignore', 'inherit']

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

/** Waits until `url` answers 200 with `body`. */
async function waitFor(url: string, process: ChildProcess, body?: string): Promise<void> {
  const until = performance.now() + READY_TIMEOUT_MS
  const answers = async () => {
    const response = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined)
    const text = await response?.text()
    return response?.status === 200 && (body === undefined || body === text)
  }
  while (!(await answers())) {
    if (hasEnded(process)) throw new StartupError('A process of the cluster has ended.')
    if (performance.now() > until) throw new StartupError(`${url} does not become ready.`)
    await sleep(POLL_MS)
  }
}

/** Starts a process of the shop, and waits until it is ready. */
async function startShop(env: ServerEnv, port: number, args: string[]): Promise<ChildProcess> {
  const script = join(root, 'src/run/start.js')
  const child = spawn(process.execPath, ['--max-semi-space-size=4', script, ...args], {
    stdio: STDIO,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: env.SITE_URL ?? `http://localhost:${env.PORT}`,
      TRUSTED_PROXIES: '1',
      METRICS_PORT: '',
      // nginx serves the files.
      SITE_FOLDER: 'true',
    },
  })
  await waitFor(`http://127.0.0.1:${port}/api/ready`, child)
  return child
}

/** Starts nginx with the live release. A backend in `down` gets no calls. */
function startNginx(env: ServerEnv, ports: number[]) {
  const folder = resolve(env.DATA_DIR, 'nginx')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  const site = resolve(env.DATA_DIR, 'releases/current/nginx.conf')
  let generation = 0
  const write = (down?: number) => {
    generation++
    const servers = ports.map(
      (port) => `server 127.0.0.1:${port} max_fails=0${port === down ? ' down' : ''};`,
    )
    const lines = [
      `listen ${env.HOST}:${env.PORT};`,
      `include ${site};`,
      `location = /.generation { allow 127.0.0.1; deny all; return 200 "${generation}"; }`,
    ]
    const upstreams = Object.values(UPSTREAMS).map(
      (name) => `upstream ${name} { ${servers.join(' ')} }`,
    )
    const http = [...upstreams, toNginxServer(lines, UPSTREAMS)].join('\n')
    writeFileSync(file, toNginxConfig(folder, 'error_log stderr crit;', http))
  }
  write()
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: STDIO })
  child.once('error', () => printLine('nginx is not installed: apt-get install nginx-light.'))
  const ready = () => waitFor(`http://127.0.0.1:${env.PORT}/.generation`, child, String(generation))
  const listWorkers = () => listChildren(child.pid ?? 0)
  return {
    child,
    ready,
    async reload(down?: number) {
      const workers = new Set(listWorkers())
      write(down)
      child.kill('SIGHUP')
      await ready()
      // Until they end, old nginx workers forward calls to the previous processes.
      const until = performance.now() + FINISH_TIMEOUT_MS
      while (listWorkers().some((pid) => workers.has(pid)) && performance.now() < until)
        await sleep(POLL_MS)
    },
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { publisher: { type: 'boolean', default: true } },
    allowNegative: true,
  })
  const env = readSettings()
  if (env.DATABASE_URL.startsWith('sqlite:'))
    throw new StartupError('A cluster needs PostgreSQL: set DATABASE_URL=postgres://….')
  const ports = Array.from({ length: BACKENDS }, (_, index) => env.PORT + 1 + index)
  const publisher = values.publisher && (await startShop(env, env.PORT + 1 + BACKENDS, []))
  const backends = new Map<number, ChildProcess>()
  let isStopping = false
  // Changes run one at a time.
  let lastChange = Promise.resolve()
  const printProcesses = (what: string) =>
    printLine(`${what} ${[...backends.values()].map(({ pid }) => pid).join(' ')}.`)
  let nginx: ReturnType<typeof startNginx> | undefined
  const start = async (port: number): Promise<void> => {
    const child = await startShop(env, port, ['--no-build'])
    backends.set(port, child)
    child.once('exit', () => {
      lastChange = lastChange.then(async () => {
        // A restart has already replaced it.
        if (isStopping || backends.get(port) !== child) return
        await replace(port)
        printProcesses('Replaced')
      })
    })
  }
  /** Replaces a process. The new one gets no requests before it is ready. */
  const replace = async (port: number): Promise<void> => {
    await nginx?.reload(port)
    const former = backends.get(port)
    if (former) await stop(former)
    await start(port)
    await nginx?.reload()
  }
  // One after another, because the first one migrates an empty database.
  for (const port of ports) await start(port)
  nginx = startNginx(env, ports)
  await nginx.ready()
  process.on('SIGHUP', () => {
    lastChange = lastChange.then(async () => {
      for (const port of ports) await replace(port)
      printProcesses('Restarted')
    })
  })
  printLine(`The cluster is open at http://localhost:${env.PORT}.`)
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  isStopping = true
  await lastChange
  await stop(nginx.child)
  await Promise.all([...backends.values(), ...(publisher ? [publisher] : [])].map(stop))
}

run().then(() => process.exit(0), exitWithError)
