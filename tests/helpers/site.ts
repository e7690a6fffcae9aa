import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  /** What it printed so far. */
  printed: () => { stdout: string; stderr: string }
  /** Waits for a line on stdout; fails when the command ends before. */
  says: (line: RegExp, withinMs?: number) => Promise<RegExpExecArray>
  ended: Promise<Ended>
}

/** Names of what a developer's own `.env` sets: what is set to nothing is not read from there. */
const ownSettings = existsSync(join(root, '.env'))
  ? Object.keys(parseEnv(readFileSync(join(root, '.env'), 'utf8')))
  : []
const unset = Object.fromEntries(ownSettings.map((name) => [name, '']))

/** A command of the shop in a process of its own, with nothing of this one's settings. */
export function run(script: string, env: Record<string, string>, args: string[] = []): Running {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...unset, PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
  )
  const says = async (line: RegExp, withinMs = 120_000): Promise<RegExpExecArray> => {
    const until = Date.now() + withinMs
    for (;;) {
      const found = line.exec(stdout)
      if (found) return found
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > until)
        throw new Error(`${script} did not say ${line}:\n${stdout}${stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { child, printed: () => ({ stdout, stderr }), says, ended }
}

/** A port that was free a moment ago: `wanted`, where that one is. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(wanted, '127.0.0.1', () => resolve(true))
  })
  if (!listening) return freePort()
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port to be had.')
  return address.port
}

export interface Site extends AsyncDisposable {
  /** e.g. `http://localhost:43017`. */
  url: string
  running: Running
}

/** The real `npm start`, answering when this resolves. Builds only what changed. */
export async function startSite(
  env: Record<string, string>,
  args: string[] = [],
  withinMs?: number,
): Promise<Site> {
  const port = env['PORT'] ?? String(await freePort())
  const running = run('src/run/start.ts', { PORT: port, ...env }, args)
  await running.says(/is open at/, withinMs)
  return {
    url: `http://localhost:${port}`,
    running,
    async [Symbol.asyncDispose]() {
      running.child.kill('SIGTERM')
      await running.ended
    },
  }
}
