import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { findFreePort } from './http-server.ts'

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))

export interface ExitResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunningCommand {
  child: ChildProcess
  /** What it printed so far. */
  getOutput: () => { stdout: string; stderr: string }
  /** Waits for a line on stdout; fails when the command ends before. */
  waitForOutput: (line: RegExp, withinMs?: number) => Promise<RegExpExecArray>
  exited: Promise<ExitResult>
}

/** Names of what a developer's own `.env` sets: what is set to nothing is not read from there. */
const ownSettings = existsSync(join(projectRoot, '.env'))
  ? Object.keys(parseEnv(readFileSync(join(projectRoot, '.env'), 'utf8')))
  : []
const unset = Object.fromEntries(ownSettings.map((name) => [name, '']))

/** A command of the shop in a process of its own, with nothing of this one's settings. */
export function runCommand(
  script: string,
  env: Record<string, string>,
  args: string[] = [],
): RunningCommand {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectRoot,
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
  const ended = new Promise<ExitResult>((resolve) =>
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
  return { child, getOutput: () => ({ stdout, stderr }), waitForOutput: says, exited: ended }
}

export interface Site extends AsyncDisposable {
  /** e.g. `http://localhost:43017`. */
  url: string
  command: RunningCommand
}

/** The real `npm start`, answering when this resolves. Builds only what changed. */
export async function startSite(
  env: Record<string, string>,
  args: string[] = [],
  withinMs?: number,
): Promise<Site> {
  const port = env['PORT'] ?? String(await findFreePort())
  const running = runCommand('src/run/start.ts', { PORT: port, ...env }, args)
  await running.waitForOutput(/is open at/, withinMs)
  return {
    url: `http://localhost:${port}`,
    command: running,
    async [Symbol.asyncDispose]() {
      running.child.kill('SIGTERM')
      await running.exited
    },
  }
}
