import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { toFileTable } from '#src/publish/hosting/file-table.ts'
import { closeServer, getPort, listen } from '#src/run/listen.ts'
import { createRootListener } from '#src/run/request-listener.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { createSmallRelease } from '#tools/small-release.ts'

/** Parts that a pattern may divide in many ways when they are repeated. */
const PARTS = [
  ...['a', '0', '.', '-', '/', '\\', '?', '&', '=', '#', ';', ',', '@', ':', '%', '[', '<a', '"'],
  ...['%2e', '../', '{a}', '&a=b', '"a",', 'a/b;q=1,', '1.2.3.4,', '::1,', 'a=b; '],
]
/** Almost what a server reads of headers and address together. */
const LENGTH = 30_000

const HEADERS = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'If-None-Match', 'If-Modified-Since'],
  ...['Range', 'Cookie', 'Origin', 'Referer', 'User-Agent', 'X-Forwarded-For', 'X-Request-Id'],
  ...['Content-Type', 'Sec-Fetch-Site', 'Idempotency-Key', 'X-Kairavi-Signature', 'Host'],
]

/** Milliseconds of the processor for all requests with one text; a pattern that divides it takes several times as many. */
const MOST_MS = 400

const test = base
  .extend('env', { TRUSTED_PROXIES: '1', PUBLISH_SECRET: 'a secret of at least 32 characters' })
  .extend('send', async ({ shop, folder }, { onCleanup }) => {
    const table = toFileTable(folder, await createSmallRelease(folder, 'one'))
    const root = createRootListener(shop.deps.env, () => table)
    root.attachBackend(shop.backend, {
      renderListing: async (listing) => JSON.stringify(listing),
      renderPath: async () => undefined,
    })
    const server = await listen(root.listener, '127.0.0.1', 0)
    onCleanup(() => closeServer(server))
    /** Sends a head as it is. @returns the first line of the answer. */
    return async (...lines: string[]): Promise<string> => {
      const socket = connect(getPort(server), '127.0.0.1')
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
      return String(await buffer(socket)).split('\r\n', 1)[0] ?? ''
    }
  })

const HOST = 'Host: localhost'

/** Requests with a text in each place that the shop reads. */
const toRequests = (text: string): string[][] => [
  ...[
    ...['/', 'http://a/', '/shop/', '/product/', '/_astro/', '/studio/', '/api/', '/api/media/'],
    ...['/api/products/slug/', '/preview/', '/shop?scripts=off&search='],
  ].map((before) => [`GET ${before}${text} HTTP/1.1`, HOST]),
  ...HEADERS.map((name) => [
    'POST /api/publish HTTP/1.1',
    ...(name === 'Host' ? [] : [HOST]),
    ...[`${name}: ${text}`, 'Content-Length: 0'],
  ]),
  ...['Accept', 'Accept-Encoding', 'If-None-Match', 'Cookie', 'Range'].map((name) => [
    'GET /product/chand-bali HTTP/1.1',
    ...[HOST, `${name}: text/markdown,${text}`],
  ]),
]

test('no address and no header takes the shop long to read (T26)', async ({ send }) => {
  const slow: string[] = []
  for (const part of PARTS)
    for (const end of ['!', '#']) {
      const start = process.threadCpuUsage()
      const requests = toRequests(part.repeat(LENGTH / part.length) + end)
      const answers = await Promise.all(requests.map((lines) => send(...lines)))
      const { user } = process.threadCpuUsage(start)
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 \d/)
      if (user / 1_000 > MOST_MS) slow.push(part + end)
    }
  expect(slow).toEqual([])
})
