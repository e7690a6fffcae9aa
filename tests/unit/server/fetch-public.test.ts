import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { PROFILE_TIMEOUT_MS } from '#src/assistants/platform-profile.ts'
import {
  FetchError,
  type FetchOptions,
  fetchPublic,
  isPublicAddress,
} from '#src/server/core/fetch-public.ts'
import { findFreePort, listen } from '#tools/http-server.ts'

const readTls = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/tls', name), 'utf8')
const [key, ca] = [readTls('key.pem'), readTls('cert.pem')]

const MAX_BYTES = 1_000
const isLoopback = (address: string) => address === '127.0.0.1'

/** Fetches from a server of this machine, which the test allows. */
const fetchFrom = (port: number, path = '/', options: Partial<FetchOptions> = {}) =>
  fetchPublic(new URL(`https://agent.test:${port}${path}`), {
    maxBytes: MAX_BYTES,
    timeoutMs: 30_000,
    isAllowed: isLoopback,
    resolve: async () => ['127.0.0.1'],
    ca,
    ...options,
  })

const reasonOf = (pending: Promise<unknown>): Promise<string> =>
  pending.then(
    () => 'none',
    (error: unknown) => (error instanceof FetchError ? error.reason : String(error)),
  )

interface Fixtures {
  /** Starts a server that ends with the test, once its connections are closed. @returns its port. */
  start: (listener?: RequestListener) => Promise<number>
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  start: async ({}, use) => {
    const servers: Server[] = []
    await use((listener) => {
      // Without a listener it accepts connections, and says nothing.
      const server = listener
        ? createServer({ key, cert: ca }, listener)
        : createTcpServer((socket) => void socket.on('error', () => {}).resume())
      servers.push(server)
      return listen(server)
    })
    for (const server of servers) await new Promise((resolve) => server.close(resolve))
  },
})

describe('an address', () => {
  test.for([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.0.1'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1'],
    ...['192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
    ...['203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1', '100::1', '2001::1'],
    ...['2001:0:7f00:1::', '2001:db8::1', '2002:7f00:1::', '2002:a00:1::', '3fff::1'],
    ...['5f00::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fec0::1', 'ff02::1'],
    ...['', 'localhost', '127.1', '0x7f000001', '1.2.3.4:80', '[::1]'],
  ])('%s is not one of the public internet', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  )

  test.for([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'],
    ...['126.255.255.255', '128.0.0.0', '169.253.1.1', '172.15.255.255', '172.32.0.0'],
    ...['192.0.1.1', '192.167.255.255', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...['2001:4860:4860::8888', '2400:cb00::1', '2606:4700::1111', '2a00:1450::1', '3ffe::1'],
  ])('%s is one of the public internet', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('what a stranger names', () => {
  test('is fetched over https, with its host and path', async ({ start }) => {
    const port = await start((request, response) => {
      const { method, url, headers } = request
      response.setHeader('Cache-Control', 'max-age=60')
      response.end(JSON.stringify([method, url, headers.host, headers['accept-encoding']]))
    })
    const { text, cacheControl } = await fetchFrom(port, '/a?b=c#d')
    expect(JSON.parse(text)).toEqual(['GET', '/a?b=c', `agent.test:${port}`, 'identity'])
    expect(cacheControl).toBe('max-age=60')
  })

  test('is fetched from the address that was checked', async ({ start }) => {
    const port = await start((_, response) => response.end('{}'))
    // A name server that answers with another address the second time.
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['10.0.0.1']]
    const asked: string[] = []
    const checked: string[] = []
    const { text } = await fetchFrom(port, '/', {
      resolve: async (host) => {
        asked.push(host)
        return answers.shift() ?? []
      },
      isAllowed: (address) => {
        checked.push(address)
        return isLoopback(address)
      },
    })
    expect([text, asked, checked]).toEqual(['{}', ['agent.test'], ['127.0.0.1']])
  })

  test.for<[what: string, url: string, addresses: string[]]>([
    ['http', 'http://agent.test/', ['8.8.8.8']],
    ['a loopback address', 'https://127.0.0.1/', []],
    ['a loopback address in hexadecimal', 'https://0x7f.1/', []],
    ['a loopback address as one number', 'https://2130706433/', []],
    ['a loopback address of IPv6', 'https://[::1]/', []],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/', []],
    ['the address of cloud metadata', 'https://169.254.169.254/latest/', []],
    ['a host without an address', 'https://agent.test/', []],
    ['a host with a private address', 'https://agent.test/', ['192.168.0.1']],
    [
      'a host with a private address beside a public one',
      'https://a.test/',
      ['8.8.8.8', '10.0.0.1'],
    ],
    ['a host with a mapped address', 'https://agent.test/', ['::ffff:127.0.0.1']],
  ])('is refused as %s', async ([, url, addresses]) => {
    const pending = fetchPublic(new URL(url), {
      maxBytes: MAX_BYTES,
      timeoutMs: 30_000,
      resolve: async () => addresses,
    })
    expect(await reasonOf(pending)).toBe('refused')
  })

  test.for<[what: string, status: number, headers: Record<string, string>]>([
    ['a redirect', 302, { Location: 'https://127.0.0.1/' }],
    ['a redirect for good', 308, { Location: '/other' }],
    ['an error', 500, {}],
    ['no content', 204, {}],
    ['a part', 206, {}],
    ['a compressed body', 200, { 'Content-Encoding': 'gzip' }],
  ])('is not read from %s', async ([, status, headers], { start }) => {
    const asked: (string | undefined)[] = []
    const port = await start(({ url }, response) => {
      asked.push(url)
      response.writeHead(status, headers).end()
    })
    expect([await reasonOf(fetchFrom(port)), asked]).toEqual(['failed', ['/']])
  })

  test('is not read without a certificate of its host', async ({ start }) => {
    const port = await start((_, response) => response.end('{}'))
    const untrusted = fetchPublic(new URL(`https://127.0.0.1:${port}/`), {
      maxBytes: MAX_BYTES,
      timeoutMs: 30_000,
      isAllowed: isLoopback,
    })
    expect(await reasonOf(untrusted)).toBe('failed')
    const ofAnother = fetchPublic(new URL(`https://other.test:${port}/`), {
      maxBytes: MAX_BYTES,
      timeoutMs: 30_000,
      isAllowed: isLoopback,
      ca,
      resolve: async () => ['127.0.0.1'],
    })
    expect(await reasonOf(ofAnother)).toBe('failed')
    expect(
      (
        await fetchPublic(new URL(`https://127.0.0.1:${port}/`), {
          maxBytes: MAX_BYTES,
          timeoutMs: 30_000,
          isAllowed: isLoopback,
          ca,
        })
      ).text,
    ).toBe('{}')
  })

  test('is not read when nothing listens', async () => {
    expect(await reasonOf(fetchFrom(await findFreePort()))).toBe('failed')
  })

  test('is read up to a size, and no further', async ({ start }) => {
    const port = await start(({ url }, response) => {
      if (url === '/whole') return response.end('a'.repeat(MAX_BYTES))
      if (url === '/more') return response.end('a'.repeat(MAX_BYTES + 1))
      const chunk = Buffer.alloc(64 * 1024)
      const write = () => {
        while (!response.destroyed)
          if (!response.write(chunk)) return void response.once('drain', write)
      }
      return write()
    })
    expect((await fetchFrom(port, '/whole')).text).toHaveLength(MAX_BYTES)
    expect(await reasonOf(fetchFrom(port, '/more'))).toBe('tooLarge')
    expect(await reasonOf(fetchFrom(port, '/endless'))).toBe('tooLarge')
  })

  describe('is not waited for', () => {
    const timeoutMs = 200

    test('longer than 3 s, whatever is late', () => {
      expect(PROFILE_TIMEOUT_MS).toBeLessThan(3_000)
    })

    test('where a name server does not answer', async () => {
      const resolve = (_: string, signal: AbortSignal) =>
        new Promise<string[]>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      expect(await reasonOf(fetchFrom(1, '/', { timeoutMs, resolve }))).toBe('failed')
    })

    test('where the host accepts the connection and says nothing', async ({ start }) => {
      expect(await reasonOf(fetchFrom(await start(), '/', { timeoutMs }))).toBe('failed')
    })

    test.for(['/silent', '/headers', '/drip', '/early'])('at %s', async (path, { start }) => {
      const port = await start((request, response) => {
        if (path === '/headers') response.flushHeaders()
        const timer = setInterval(() => {
          if (path === '/drip') response.write(' ')
          if (path === '/early') response.writeProcessing()
        }, 20)
        request.socket.once('close', () => clearInterval(timer))
      })
      expect(await reasonOf(fetchFrom(port, path, { timeoutMs }))).toBe('failed')
    })
  })
})
