import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A line to the shop of a test's own: it can be cut, and can tell of another release. */
export interface TestProxy extends AsyncDisposable {
  /** e.g. `http://localhost:43017`. */
  url: string
  /** From now on addresses that match are not answered: their connection is closed. */
  dropConnections: (what: RegExp | null) => void
  /**
   * From now on a page comes in two parts: up to `mark`, and the rest once it is let go.
   * @returns what lets it go.
   */
  splitResponse: (mark: string) => () => void
  /** From now on the service worker is the one of this release. */
  setRelease: (name: string) => void
}

export async function startProxy(shop: string): Promise<TestProxy> {
  const { hostname, port } = new URL(shop)
  let broken: RegExp | null = null
  let build: string | undefined
  let parting: { mark: string; until: Promise<void> } | undefined

  const server = createServer((asked, answering) => {
    const { url = '/', method = 'GET', headers } = asked
    if (broken?.test(url)) return void asked.socket.destroy()
    const isWorker = url === '/sw.js' && build !== undefined
    const isParted = parting !== undefined && headers['sec-fetch-dest'] === 'document'
    if (isWorker || isParted) {
      delete headers['accept-encoding']
      delete headers['if-none-match']
    }
    const passed = request({ hostname, port, path: url, method, headers }, (answer) => {
      if (!isWorker && !isParted) {
        answering.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        return void answer.pipe(answering)
      }
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', async () => {
        if (parting && isParted) {
          const at = text.indexOf(parting.mark)
          answering.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
          answering.write(text.slice(0, at))
          await parting.until
          return void answering.end(text.slice(at))
        }
        answering.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' })
        answering.end(text.replace(/const BUILD = '.*'/, `const BUILD = '${build}'`))
      })
    })
    passed.on('error', () => asked.socket.destroy())
    asked.pipe(passed)
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    dropConnections: (what) => {
      broken = what
    },
    splitResponse: (mark) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      parting = { mark, until: promise }
      return resolve
    },
    setRelease: (name) => {
      build = name
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
