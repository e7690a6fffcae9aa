import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ServerEnv } from '../env.ts'

/**
 * Returns the IP address of the client. Each trusted proxy appends the address that it saw to X-Forwarded-For, so the
 * list is counted from the right. Entries further left may be forged.
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

/** Returns an IPv4 address, or the /64 of an IPv6 address, which a provider gives to one customer. */
export function clientSubnet(address: string): string {
  // The zone names an interface of this machine.
  const [plain = ''] = address.split('%')
  if (isIP(plain) !== 6) return plain
  const groups = toGroups(plain)
  const [a, b, c, d, e, f, high = 0, low = 0] = groups
  // IPv4 addresses that are written as IPv6 are all in one /64.
  if (f === 0xffff && !a && !b && !c && !d && !e)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${[a, b, c, d].map((group) => group?.toString(16)).join(':')}::/64`
}

/** Returns the eight numbers of an IPv6 address. */
function toGroups(address: string): number[] {
  const [left = [], right = []] = address.split('::').map((part) =>
    part.split(':').flatMap((group) => {
      if (group === '') return []
      if (!group.includes('.')) return Number.parseInt(group, 16)
      const [first = 0, second = 0, third = 0, fourth = 0] = group.split('.').map(Number)
      return [(first << 8) | second, (third << 8) | fourth]
    }),
  )
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}
