import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ServerEnv } from '../env.ts'

/**
 * The caller's address as far as it can be trusted: each of our proxies appends the address it
 * saw to X-Forwarded-For, so the list is counted from the right and the rest is hearsay.
 */
export function clientAddress(c: Context, env: ServerEnv): string {
  const bindings = c.env as Partial<HttpBindings> | undefined
  const socket = bindings?.incoming?.socket.remoteAddress ?? 'local'
  if (env.TRUSTED_PROXIES === 0) return socket
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const seen = [...forwarded.filter(Boolean), socket]
  const client = seen.at(-1 - env.TRUSTED_PROXIES)
  return client !== undefined && isIP(client) ? client : socket
}

/** One household: an IPv4 address, or the /64 of an IPv6 one, which is what a customer gets. */
export function clientSubnet(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
