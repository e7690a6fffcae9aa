import { spawn } from 'node:child_process'
import { projectRoot } from '#tests/helpers/site-process.ts'

/** When the output of a command is shown: at once, or at its end and only where it fails. */
export type Output = 'at once' | 'of a failure'

/** Runs a Node tool of the project. @returns its exit code. */
export function runNodeScript(
  script: string,
  args: string[],
  env: Record<string, string> = {},
  output?: Output,
): Promise<number> {
  return runCommand(process.execPath, [script, ...args], env, output)
}

/** Runs a command. @returns its exit code, 127 when there is no such command. */
export function runCommand(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  output: Output = 'at once',
): Promise<number> {
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: output === 'at once' ? 'inherit' : 'pipe',
  })
  const held: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => held.push(chunk))
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(held))
      resolve(code ?? 1)
    })
  })
}
