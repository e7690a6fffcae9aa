import { spawn } from 'node:child_process'
import { projectRoot } from '#tests/helpers/site-process.ts'

/** Runs a Node tool of the project with its output shown. @returns its exit code. */
export function runNodeScript(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  return runCommand(process.execPath, [script, ...args], env)
}

/** Runs a command with its output shown. @returns its exit code, 127 when there is no such command. */
export function runCommand(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (code) => resolve(code ?? 1))
  })
}
