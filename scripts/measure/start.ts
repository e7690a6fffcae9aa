import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { row } from '../report.ts'
import { createEnv } from './site.ts'

/** Seconds from the start of the command until the home page is answered. */
export async function untilHomePage(env: Record<string, string>): Promise<number> {
  const start = performance.now()
  const running = runCommand('src/run/start.js', env)
  const isAnswered = () =>
    fetch(`http://127.0.0.1:${env['PORT']}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isAnswered())) {
    if (running.child.exitCode !== null) throw new Error((await running.exited).stderr)
    await sleep(20)
  }
  const took = performance.now() - start
  await running.waitForOutput(/is open at/)
  running.child.kill('SIGTERM')
  await running.exited
  return took / 1_000
}

export async function measureStart(): Promise<void> {
  using folder = createTempDir()
  const env = await createEnv(folder.path)
  row('fresh start until the home page', await untilHomePage(env), { unit: 's', most: 60 })
  row('second start until the home page', await untilHomePage(env), { unit: 's', most: 3 })
}
