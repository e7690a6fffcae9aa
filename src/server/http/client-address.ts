import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ServerEnv } from '../env.ts'

/**
 * The client's IP address. Each trusted proxy appends the address that it saw to X-Forwarded-For,
 * so the list is counted from the right; entries further left may be forged.
 */
export function clientAddress(c: Context, env: ServerEnv): string {
  const bindings = c.env as Partial<HttpBindings> | undefined
  const socket = bindings?.incoming?.socket.remoteAddress ?? 'local'
  if (env.TRUSTED_PROXIES === 0) return socket
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  const addresses = [...forwarded.filter(Boolean), socket]
  const client = addresses.at(-1 - env.TRUSTED_PROXIES)
  return client !== undefined && isIP(client) ? client : socket
}

/** An IPv4 address, or the /64 of an IPv6 address, which is what a provider gives one customer. */
export function clientSubnet(address: string): string {
  const unmapped = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  if (isIP(unmapped) !== 6) return unmapped
  const [head = '', tail] = new URL(`http://[${unmapped}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
