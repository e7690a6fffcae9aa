import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { listen } from '#tools/http-server.ts'

/**
 * Passes connections on to PostgreSQL; closed, it is a server that is down.
 * @param address at which it listens.
 */
export async function openDatabaseProxy(databaseUrl: string, address = '127.0.0.1') {
  const url = new URL(databaseUrl)
  const upstream = { host: url.hostname, port: Number(url.port || 5_432) }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Ends both when one ends or breaks.
    pipeline(socket, connect(upstream), socket, () => {})
  })
  const port = await listen(server, 0, address)
  url.hostname = address
  url.port = String(port)
  return {
    url: url.href,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    open: () => listen(server, port, address),
  }
}
