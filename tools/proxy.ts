import { createServer, type IncomingMessage, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { closeServer, listen } from './http-server.ts'

/**
 * Starts a proxy of the shop that can delay answers, split a page and change the service worker.
 * @param getDelayMs delay of an answer, in milliseconds.
 */
export async function startProxy(
  shopUrl: string,
  getDelayMs: (request: IncomingMessage) => number = () => 0,
) {
  const { hostname, port } = new URL(shopUrl)
  let release: string | undefined
  let split: { mark: string; released: Promise<void> } | undefined

  const server = createServer((incoming, outgoing) => {
    const { url = '/', method = 'GET', headers } = incoming
    const isWorker = url === '/sw.js' && release !== undefined
    const isSplit = split !== undefined && headers['sec-fetch-dest'] === 'document'
    if (isWorker || isSplit) {
      delete headers['accept-encoding']
      delete headers['if-none-match']
    }
    // A connection for each request: the shop could close a kept one as it is used again.
    const options = { hostname, port, path: url, method, headers, agent: false }
    const forwarded = request(options, async (response) => {
      if (!isWorker && !isSplit) {
        const { connection: _, ...kept } = response.headers
        await setTimeout(getDelayMs(incoming))
        outgoing.writeHead(response.statusCode ?? 502, kept)
        return void response.pipe(outgoing)
      }
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', async () => {
        if (split && isSplit) {
          const index = text.indexOf(split.mark)
          outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
          outgoing.write(text.slice(0, index))
          await split.released
          return void outgoing.end(text.slice(index))
        }
        outgoing.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' })
        outgoing.end(text.replace(/const BUILD = '.*'/, `const BUILD = '${release}'`))
      })
    })
    forwarded.on('error', () => incoming.socket.destroy())
    // A stream that the page has left has no end of its own.
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })

  return {
    url: `http://localhost:${await listen(server)}`,
    /** Sends each page up to `mark`. @returns a function that sends the rest. */
    splitResponse: (mark: string): (() => void) => {
      const { promise: released, resolve } = Promise.withResolvers<void>()
      split = { mark, released }
      return resolve
    },
    /** Serves the service worker of a release with this name. */
    setRelease: (name: string): void => {
      release = name
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}
