import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileTable, toFileTable } from '#src/publish/hosting/file-table.ts'
import { serveStatic } from '#src/run/serve-static.ts'
import { listen, send } from '#tests/helpers/http-server.ts'
import { getObservatoryScore } from '#tests/helpers/observatory.ts'
import { createSmallRelease, RELEASE_FILES } from '#tests/helpers/small-release.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const folder = createTempDir()
let table: FileTable | undefined
const server = createServer(
  serveStatic({
    getFileTable: () => table,
    mediaOrigin: 'https://media.kairavi.example',
    https: true,
  }),
)
let port = 0

beforeAll(async () => {
  const release = await createSmallRelease(folder.path, 'one')
  writeFileSync(join(folder.path, 'secret.txt'), 'the secret')
  table = toFileTable(folder.path, release)
  port = await listen(server)
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
  folder[Symbol.dispose]()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send({ port, path, method, headers })

describe('the static server', () => {
  test.each([
    ['/', 'Home'],
    ['/shop', 'Shop'],
    ['/shop?category=bags', 'Shop'],
    ['/sho%70', 'Shop'],
    ['/profile/edit', 'Edit'],
    ['/product/chand-bali', 'Chand Bali'],
  ])('serves %s as the page %s', async (path, title) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(body.toString()).toContain(`<title>${title}</title>`)
  })

  test.each([
    ['/shop/', '/shop'],
    ['/shop//', '/shop'],
    ['/shop.html', '/shop'],
    ['/shop/?sort=new', '/shop?sort=new'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['/profile/edit/', '/profile/edit'],
  ])('redirects %s to %s', async (path, to) => {
    const { status, headers } = await get(path)
    expect(status).toBe(308)
    expect(headers['location']).toBe(to)
  })

  test.each([
    ['/shop?sort=new&search=silk', 'noindex'],
    ['/shop?search=', undefined],
    ['/shop', undefined],
  ])('answers %s with X-Robots-Tag %s', async (path, robots) =>
    expect((await get(path)).headers['x-robots-tag']).toBe(robots),
  )

  test.each([
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/markdown, text/html;q=0.5', 'text/markdown; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['text/html, text/markdown;q=0.9', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
  ])('answers a product for Accept: %s as %s', async (accept, type) => {
    const { status, headers } = await get('/product/chand-bali', { Accept: accept })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe(type)
    expect(headers['vary']).toContain('Accept')
    const page = await get('/shop', { Accept: accept })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test.each([
    ['/shop/jewelry', '/shop/jewels'],
    ['/shop?category=jewelry&sort=new', '/shop/jewels?sort=new'],
    ['/store?category=Jewelry', '/shop/jewels'],
  ])('%s, of a category that was renamed, redirects to %s', async (path, to) => {
    const { status, headers } = await get(path)
    expect({ status, location: headers['location'] }).toEqual({ status: 301, location: to })
  })

  test('redirects a renamed product for good, and answers 410 for one that is not sold any more', async () => {
    const renamed = await get('/product/chand-jhumka?utm=x')
    expect(renamed.status).toBe(301)
    expect(renamed.headers['location']).toBe('/product/chand-bali?utm=x')
    const gone = await get('/product/sold-for-good')
    expect(gone.status).toBe(410)
    expect(gone.body.toString()).toContain('<title>Lost</title>')
  })

  test.each(['/nowhere', '/product/made-yesterday', '//shop', '/%zz', '/SHOP'])(
    'answers %s with the 404 page',
    async (path) => {
      const { status, headers, body } = await get(path)
      expect(status).toBe(404)
      expect(body.toString()).toContain('<title>Lost</title>')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    },
  )

  test.each(['br', 'gzip'] as const)(
    'serves %s with the same content and its own entity tag',
    async (coding) => {
      const unpack = coding === 'br' ? brotliDecompressSync : gunzipSync
      const tags = new Set<string | undefined>()
      for (const path of ['/shop', '/_astro/app.Ab12Cd.js', '/favicon.svg']) {
        const plain = await get(path)
        const packed = await get(path, { 'Accept-Encoding': coding })
        expect(packed.headers['content-encoding']).toBe(coding)
        expect(packed.headers['vary']).toBe('Accept-Encoding')
        expect(packed.body.byteLength).toBeLessThan(plain.body.byteLength)
        expect(unpack(packed.body).equals(plain.body)).toBe(true)
        expect(packed.headers['etag']).not.toBe(plain.headers['etag'])
        tags.add(packed.headers['etag'])
      }
      expect(tags.size).toBe(3)
    },
  )

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['zstd', undefined],
    [';;,,q=br', undefined],
  ])('negotiates Accept-Encoding %s to %s', async (accepted, coding) => {
    const { headers, status } = await get('/shop', { 'Accept-Encoding': accepted })
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(coding)
  })

  test('answers 304 when the browser has the content', async () => {
    for (const path of ['/shop', '/_astro/app.Ab12Cd.js', '/robots.txt']) {
      const { headers } = await get(path, { 'Accept-Encoding': 'br' })
      const etag = headers['etag'] ?? ''
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': known })
        expect([again.status, again.body.byteLength], `${path} ${known}`).toEqual([304, 0])
        expect(again.headers['etag']).toBe(etag)
      }
      const changed = await get(path, { 'If-None-Match': '"another"' })
      expect(changed.status).toBe(200)
    }
  })

  test('caches hashed files for a year, and revalidates pages and the service worker', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers['cache-control']
    expect(await cacheOf('/_astro/app.Ab12Cd.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/sw.js')).toBe('no-cache')
    expect(await cacheOf('/shop')).toBe('no-cache')
    expect(await cacheOf('/_astro/gone.js')).toBe('no-store')
  })

  test('answers HEAD without a body and rejects other methods', async () => {
    const head = await get('/shop', {}, 'HEAD')
    expect([head.status, head.body.byteLength]).toEqual([200, 0])
    expect(Number(head.headers['content-length'])).toBe(RELEASE_FILES['shop.html']?.length)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      const { status, headers } = await get('/shop', {}, method)
      expect([method, status, headers['allow']]).toEqual([method, 405, 'GET, HEAD'])
    }
  })

  test('never reads a path of a request from the file system (T29)', async () => {
    const ways = [
      '..',
      '%2e%2e',
      '..%2f',
      '..%5c',
      '%c0%ae%c0%ae',
      '....//',
      '.%00.',
      '..;',
      '%252e%252e',
    ]
    const targets = ['secret.txt', 'site/../../secret.txt', 'etc/passwd', 'release.json', '.env']
    const corpus = ways.flatMap((way) =>
      targets.flatMap((to) => [
        `/${way}/${to}`,
        `/_astro/${way}/${way}/${to}`,
        `/${way}${way}${to}`,
      ]),
    )
    corpus.push(
      '/release.json',
      '/../release.json',
      '/shop.html.br',
      '/_astro/app.Ab12Cd.js.gz',
      '/.',
      '/..',
      '/%00',
      '/constructor',
      '/__proto__',
      `/${'a'.repeat(8000)}`,
    )
    for (const path of corpus) {
      const { status, body } = await get(path)
      expect([path, status]).toEqual([path, 404])
      expect(body.includes('the secret') || body.includes('root:')).toBe(false)
    }
  })

  test('never reflects Host or forwarded headers (T30)', async () => {
    const spoof = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
    }
    for (const path of [
      '/',
      '/shop/',
      '/nowhere',
      '//evil.example',
      '/\\evil.example',
      '/shop/?next=//evil.example',
    ]) {
      const { headers, body } = await get(path, spoof)
      expect(headers['location'] ?? '/').toMatch(/^\/(?![/\\])/)
      expect(body.toString()).not.toContain('evil.example')
    }
  })

  test('scores at least 130 on the MDN Observatory table for every page (G10)', async () => {
    for (const path of ['/', '/shop', '/product/chand-bali', '/nowhere']) {
      const { headers } = await get(path)
      expect(getObservatoryScore(headers), path).toBeGreaterThanOrEqual(130)
    }
  })

  test('sends a policy that denies by default, keeps the hashes and allows the pictures', async () => {
    const policy = (await get('/')).headers['content-security-policy'] ?? ''
    const directives = policy.split('; ')
    expect(directives).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self' 'sha256-abc='",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
        "img-src 'self' data: https://media.kairavi.example",
        'upgrade-insecure-requests',
      ]),
    )
  })

  test('answers 503 with a page that reloads itself before the first release', async () => {
    const live = table
    table = undefined
    try {
      const { status, headers, body } = await get('/product/chand-bali')
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([
        503,
        '3',
        'no-store',
      ])
      expect(body.toString()).toContain('opens in a moment')
      expect(getObservatoryScore(headers)).toBeGreaterThanOrEqual(130)
    } finally {
      table = live
    }
  })
})
