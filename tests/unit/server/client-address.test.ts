import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { readEnv } from '#src/server/core/env.ts'
import { clientAddress, clientSubnet } from '#src/server/core/http/client-address.ts'

const env = readEnv({ TRUSTED_PROXIES: '1' })

/** A request whose socket is that of the proxy. */
const requestFrom = (forwarded: string): Context =>
  ({
    env: { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
    req: { header: () => forwarded },
  }) as unknown as Context

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['192.0.2.1:', '192.0.2.1'],
  ['198.51.100.1, 192.0.2.1:4711', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::1', '::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[fe80::1%eth0]:4711', 'fe80::1%eth0'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['[::ffff:192.0.2.1]:4711', '::ffff:192.0.2.1'],
  ['unknown', '10.0.0.1'],
  ['unknown:4711', '10.0.0.1'],
  ['192.0.2.1:4711:1', '10.0.0.1'],
  ['[192.0.2.1', '10.0.0.1'],
  [':4711', '10.0.0.1'],
  ['', '10.0.0.1'],
])('the address that a proxy writes as %j is %s (T30)', (forwarded, address) => {
  expect(clientAddress(requestFrom(forwarded), env)).toBe(address)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // All of IPv4 is one /64 there.
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1%eth0', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
  ['local', 'local'],
])('the subnet of %s is %s (T30)', (address, subnet) => {
  expect(clientSubnet(address)).toBe(subnet)
})
