import { join } from 'node:path'
import { projectRoot, type RunningCommand, runCommand } from '#tests/helpers/site-process.ts'

interface Server {
  running: RunningCommand
  port: number
}

export interface ShopServer extends Server {
  /** Cookies of the users that were created for this process. */
  cookies: string[]
  products: string[]
}

/** Starts a server of scripts/measure/measured-server.ts. @returns it with what it prints. */
export async function startServer<Printed = Server>(
  args: string[],
  env: Record<string, string> = {},
  nodeArgs: string[] = [],
): Promise<Server & Printed> {
  const script = 'scripts/measure/measured-server.ts'
  const running = runCommand(script, { NODE_ENV: 'test', ...env }, args, nodeArgs)
  const [line] = await running.waitForOutput(/^\{.*\}$/m)
  return { running, ...JSON.parse(line) }
}

/** Starts the API on a database, which it fills when it is empty. */
export const startShop = (database: string, users: number): Promise<ShopServer> =>
  // As src/run/start.js sets it, and npm start.
  startServer<ShopServer>(
    ['shop', database, String(users)],
    { NODE_COMPILE_CACHE: join(projectRoot, '.cache/node') },
    ['--max-semi-space-size=4'],
  )

export async function endServer({ running }: Server): Promise<void> {
  running.child.kill('SIGKILL')
  await running.exited
}
