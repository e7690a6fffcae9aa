import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { limitConnections } from '#src/run/connection-limits.ts'

const LIMITS = { total: 100, perAddress: 2, stalledMs: 1_000 }

function connectFrom(addresses: string[]) {
  const server = createServer()
  const blockAddress = limitConnections(server, LIMITS)
  const sockets = addresses.map((remoteAddress) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    server.emit('connection', socket)
    return socket
  })
  return { sockets, blockAddress, areOpen: () => sockets.map(({ destroyed }) => !destroyed) }
}

test('counts the connections of an IPv6 /64 as those of one client (T27)', () => {
  const { areOpen } = connectFrom([
    '2001:db8:0:1::1',
    '2001:db8:0:1::2',
    '2001:db8:0:1:ffff::3',
    '2001:db8:0:2::1',
    '::ffff:192.0.2.1',
    '::ffff:192.0.2.2',
  ])
  expect(areOpen()).toEqual([true, true, false, true, true, true])
})

test('blocks all addresses of an IPv6 /64 (T27)', () => {
  const { sockets, blockAddress, areOpen } = connectFrom(['2001:db8::1', '2001:db8::2', '::1'])
  blockAddress(sockets[0] ?? new Socket())
  expect(areOpen()).toEqual([false, false, true])
})
