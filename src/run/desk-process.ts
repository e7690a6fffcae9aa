import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { getPriority, hostname, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#src/server/core/deps.ts'
import type { Log } from '#src/server/core/log.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import { toBackgroundPriority } from '#src/server/core/thread-priority.ts'
import { type DeskMessage, type DeskStart, STOP_MS, shareEvents } from './desk-messages.ts'
import { root } from './settings.ts'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000
/** Minimum lifetime after which the next crash counts as the first one. */
const LIFE_MS = 10_000
/** Maximum socket path on Linux and macOS, in bytes. */
const MAX_SOCKET_PATH = 100

/**
 * The name has host and random parts, because machines may share the folder, and containers may
 * share a host name and a process id.
 */
const toSocketName = (pid: number | string, random: string): string =>
  `desk-${hostname()}-${pid}-${random}.sock`

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Lists the desk sockets of shops on this machine, by process id. */
export function listDeskSockets(dataDir: string): Map<number, string> {
  const names = globSync(toSocketName('*', '*'), { cwd: dataDir })
  return new Map(
    names.map((name) => [Number(/-(\d+)-\w+\.sock$/.exec(name)?.[1]), join(dataDir, name)]),
  )
}

/** Returns whether a process listens on a socket. */
export async function canConnect(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Chooses the path of this shop's socket, and removes sockets of killed shops. */
async function createSocketPath(dataDir: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true })
  // A restarting desk creates its socket again.
  for (const path of listDeskSockets(dataDir).values())
    if (!(await canConnect(path))) rmSync(path, { force: true })
  const path = join(dataDir, toSocketName(process.pid, randomBytes(4).toString('hex')))
  const isLong = Buffer.byteLength(path) > MAX_SOCKET_PATH
  return isLong ? join(mkdtempSync(join(tmpdir(), 'kairavi-')), 'desk.sock') : path
}

export interface DeskProcess {
  /** Returns the path of its socket; undefined while it is down. */
  getSocket(): string | undefined
  /**
   * Starts the desk, and restarts it whenever it ends.
   * @throws StartupError if it cannot open.
   */
  open(start: Omit<DeskStart, 'socket' | 'isRestart'>): Promise<void>
  /** Resolves after its first answer, or if it ended before. */
  listened: Promise<void>
  /** Stops its streams and publishes. It still answers. */
  end(): void
  stop(): Promise<void>
}

/** Runs the desk as a child of the shop, and restarts it until the shop stops. */
export async function createDeskProcess(
  dataDir: string,
  { events, log, env }: Pick<Deps, 'events'> & { log: Log; env: NodeJS.ProcessEnv },
): Promise<DeskProcess> {
  const socket = await createSocketPath(dataDir)
  let child: ChildProcess | undefined
  let isListening = false
  const listened = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let failures = 0
  const send = (message: DeskMessage) => {
    // A desk that has just ended needs no message, because it looks for work when it starts.
    if (child?.connected) child.send(message, () => {})
  }
  const emitReceived = shareEvents(events, send)

  /** Resolves when the desk has opened. */
  function start(options: DeskStart): Promise<void> {
    const startedAt = performance.now()
    const started = fork(join(root, 'src/run/start.js'), ['--desk'], { env })
    child = started
    // Shoppers wait for the shop, staff for the desk.
    if (started.pid !== undefined && process.platform === 'linux')
      setPriority(started.pid, toBackgroundPriority(getPriority()))
    const opened = Promise.withResolvers<void>()
    started.on('message', (message: DeskMessage) => {
      if ('event' in message) emitReceived(message.event)
      else if ('failed' in message) {
        // At the first start, the error stops the shop.
        if (options.isRestart) log('error', 'the desk cannot open', { error: message.failed })
        else isStopping = true
        opened.reject(new StartupError(message.failed))
      } else if ('state' in message && message.state === 'opened') opened.resolve()
      else if ('state' in message) {
        isListening = true
        listened.resolve()
      }
    })
    started.once('close', (code, signal) => {
      isListening = false
      listened.resolve()
      // If the desk is killed during its start, the shop still opens, and the log has the error.
      opened.resolve()
      if (isStopping) return
      if (performance.now() - startedAt >= LIFE_MS) failures = 0
      const delay =
        failures === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
      failures += 1
      log('error', 'the desk has ended and is restarted', {
        error: signal ?? `exit code ${code}`,
        durationMs: delay,
      })
      timer = setTimeout(() => {
        start({ ...options, firstPublish: undefined, isRestart: true }).catch(() => {})
      }, delay)
    })
    send({ start: options })
    return opened.promise
  }

  return {
    getSocket: () => (isListening ? socket : undefined),
    listened: listened.promise,
    open: (options) => start({ ...options, socket, isRestart: false }),
    end: () => send({ order: 'end' }),
    async stop() {
      isStopping = true
      clearTimeout(timer)
      const stopped = child
      if (stopped && stopped.exitCode === null && stopped.signalCode === null) {
        const exited = new Promise((resolve) => stopped.once('exit', resolve))
        send({ order: 'stop' })
        const hasTimedOut = await Promise.race([
          exited.then(() => false),
          sleep(STOP_MS + 1_000, true, { ref: false }),
        ])
        if (hasTimedOut) stopped.kill('SIGKILL')
      }
      rmSync(socket, { force: true })
    },
  }
}
