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
  const client = withoutPort(addresses.at(-1 - env.TRUSTED_PROXIES) ?? '')
  return isIP(client) ? client : socket
}

/** Some proxies append the port of the client: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  if (isIP(entry)) return entry
  const [, v6, v4] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(entry) ?? []
  return v6 ?? v4 ?? ''
}

/** An IPv4 address, or the /64 of an IPv6 address, which is what a provider gives one customer. */
export function clientSubnet(address: string): string {
  // The zone says which interface of this machine the client is at.
  const [plain = ''] = address.split('%')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right]
  if (groups.slice(0, 6).join(':') === MAPPED) return toIpv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** What an IPv4 address begins with that is written as one of IPv6. */
const MAPPED = '0:0:0:0:0:ffff'

const toIpv4 = (groups: string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 0xff])
    .join('.')
