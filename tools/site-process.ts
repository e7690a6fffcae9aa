import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { findFreePort } from './http-server.ts'

const OUTPUT_TIMEOUT_MS = 600_000

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL('../', import.meta.url))

export interface ExitResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunningCommand {
  child: ChildProcess
  /** The output so far. */
  getOutput: () => { stdout: string; stderr: string }
  /** Waits for stdout to match. Rejects when the command exits or the time limit passes first. */
  waitForOutput: (line: RegExp) => Promise<RegExpExecArray>
  exited: Promise<ExitResult>
}

/** The variables of a developer's `.env`, which an empty value overrides. */
const envFileNames = existsSync(join(projectRoot, '.env'))
  ? Object.keys(parseEnv(readFileSync(join(projectRoot, '.env'), 'utf8')))
  : []
const unset = Object.fromEntries(envFileNames.map((name) => [name, '']))

/** What processes of tests take over: where programs are, and the cache of compiled code (vitest.config.ts). */
const PASSED_ON = ['PATH', 'HOME', 'NODE_COMPILE_CACHE']

/**
 * Starts a command of the shop in a new process, without the environment of this one.
 * @param prefix a command that runs another one, e.g. on another machine.
 * @param cwd a folder with another commit of the project.
 */
export function runCommand(
  script: string,
  env: Record<string, string>,
  args: string[] = [],
  nodeArgs: string[] = [],
  prefix: string[] = [],
  cwd = projectRoot,
): RunningCommand {
  const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name))
  const [command = '', ...all] = [...prefix, process.execPath, ...nodeArgs, script, ...args]
  const child = spawn(command, all, {
    cwd,
    env: { ...unset, ...Object.fromEntries(passedOn), ...env },
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
  const exited = new Promise<ExitResult>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
  )
  const waitForOutput = (line: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(), OUTPUT_TIMEOUT_MS)
      const settle = (found?: RegExpExecArray) => {
        clearTimeout(timer)
        child.stdout.off('data', check)
        if (found) resolve(found)
        else reject(new Error(`${script} did not print ${line}:\n${stdout}${stderr}`))
      }
      const check = () => {
        const found = line.exec(stdout)
        if (found) settle(found)
      }
      child.stdout.on('data', check)
      void exited.then(() => settle())
      check()
    })
  return { child, getOutput: () => ({ stdout, stderr }), waitForOutput, exited }
}

export interface Site extends AsyncDisposable {
  /** e.g. `http://localhost:43017`. */
  url: string
  command: RunningCommand
}

/**
 * Starts the shop as `npm start` does and waits until it accepts requests.
 * @param cwd a folder with another commit of the project.
 */
export async function startSite(env: Record<string, string>, cwd = projectRoot): Promise<Site> {
  const port = env['PORT'] ?? String(await findFreePort())
  const nodeArgs = ['--max-semi-space-size=4']
  const command = runCommand('src/run/start.js', { PORT: port, ...env }, [], nodeArgs, [], cwd)
  await command.waitForOutput(/is open at/)
  return {
    url: `http://localhost:${port}`,
    command,
    async [Symbol.asyncDispose]() {
      command.child.kill('SIGTERM')
      await command.exited
    },
  }
}
