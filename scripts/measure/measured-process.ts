import { randomUUID } from 'node:crypto'
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
export const startShop = (
  database: string,
  users: number,
  env: Record<string, string> = {},
): Promise<ShopServer> =>
  // As src/run/start.js sets it, and npm start.
  startServer<ShopServer>(
    ['shop', database, String(users)],
    { NODE_COMPILE_CACHE: join(projectRoot, '.cache/node'), ...env },
    ['--max-semi-space-size=4'],
  )

export async function endServer({ running }: Server): Promise<void> {
  running.child.kill('SIGKILL')
  await running.exited
}

/** Ten of each product fit a cart: a writer takes the cart of another user when one is full. */
const PER_LINE = 10

/** The next addition of one of several writers, which share no cart. */
export function toAddition(
  { cookies, products }: ShopServer,
  writers: number,
  writer: number,
  index: number,
) {
  const user = writer + writers * Math.floor(index / (products.length * PER_LINE))
  const productId = products[Math.floor(index / PER_LINE) % products.length]
  return {
    method: 'POST',
    path: '/api/cart',
    headers: {
      // The name of the session cookie is that of a host without TLS.
      Host: 'shop.test',
      Cookie: cookies[user % cookies.length] ?? '',
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ productId }),
  }
}
