import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { projectRoot, type RunningCommand, runCommand } from '#tools/site-process.ts'

interface Server {
  running: RunningCommand
  port: number
}

export interface ShopServer extends Server {
  /** Session cookies of the users that this process created. */
  cookies: string[]
  products: string[]
}

/**
 * Starts a server of lab/measure/measured-server.ts.
 * @returns the server with its printed data.
 */
export async function startServer<Printed = Server>(
  args: string[],
  env: Record<string, string> = {},
  nodeArgs: string[] = [],
): Promise<Server & Printed> {
  const script = 'lab/measure/measured-server.ts'
  const running = runCommand(script, { NODE_ENV: 'test', ...env }, args, nodeArgs)
  const [line] = await running.waitForOutput(/^\{.*\}$/m)
  return { running, ...JSON.parse(line) }
}

/** Starts the API on a database, and seeds an empty one. */
export const startShop = (
  database: string,
  users: number,
  env: Record<string, string> = {},
): Promise<ShopServer> =>
  // As set by src/run/start.js and npm start.
  startServer<ShopServer>(
    ['shop', database, String(users)],
    { NODE_COMPILE_CACHE: join(projectRoot, '.cache/node'), ...env },
    ['--max-semi-space-size=4'],
  )

export async function endServer({ running }: Server): Promise<void> {
  running.child.kill('SIGKILL')
  await running.exited
}

/** A cart takes at most ten of each product. If a cart is full, the writer uses the cart of another user. */
const PER_LINE = 10

/** Returns the next addition of a writer. Writers share no cart. */
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
