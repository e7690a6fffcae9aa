import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FileTable, toFileTable } from '#src/publish/hosting/file-table.ts'
import type { ReleaseFile } from '#src/publish/release/release-files.ts'
import { serveStatic } from '#src/run/serve-static.ts'
import { getObservatoryScore } from '#tests/helpers/observatory.ts'
import { closeServer, listen, send } from '#tools/http-server.ts'
import { createSmallRelease, RELEASE_FILES } from '#tools/small-release.ts'
import { createTempDir } from '#tools/temp-dir.ts'

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
const SCRIPT = '/_astro/app.Ab12Cd.js'

beforeAll(async () => {
  const release = await createSmallRelease(folder.path, 'one')
  writeFileSync(join(folder.path, 'secret.txt'), 'the secret')
  table = toFileTable(folder.path, release)
  port = await listen(server)
})
afterAll(async () => {
  await closeServer(server)
  folder[Symbol.dispose]()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send({ port, path, method, headers })

describe('the static server', () => {
  test.each([
    ['/', 200, 'Home'],
    ['/shop', 200, 'Shop'],
    ['/shop?category=bags', 200, 'Bags'],
    ['/store?utm=x&category=bags', 200, 'Bags'],
    ['/store?category=bags&sort=new', 200, 'Shop'],
    ['/store?category=bags&category=shoes', 200, 'Shop'],
    ['/store?category=hats', 200, 'Shop'],
    ['/store?category=../profile/edit', 200, 'Shop'],
    ['/sho%70', 200, 'Shop'],
    ['/profile/edit', 200, 'Edit'],
    ['/product/chand-bali', 200, 'Chand Bali'],
    ['/product/sold-for-good', 410, 'Sold'],
    ['/nowhere', 404, 'Lost'],
    ['/product/made-yesterday', 404, 'Lost'],
    ['//shop', 404, 'Lost'],
    ['/%zz', 404, 'Lost'],
    ['/SHOP', 404, 'Lost'],
  ])('answers %s with %i, %s and 130 Observatory points (G10)', async (path, status, title) => {
    const { headers, body, ...answer } = await get(path)
    expect(answer.status).toBe(status)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(body.toString()).toContain(`<title>${title}</title>`)
    expect(getObservatoryScore(headers)).toBeGreaterThanOrEqual(130)
  })

  test.each([
    ['/shop/', 308, '/shop'],
    ['/shop//', 308, '/shop'],
    ['/shop.html', 308, '/shop'],
    ['/shop/?sort=new', 308, '/shop?sort=new'],
    ['/index.html', 308, '/'],
    ['/index', 308, '/'],
    ['/profile/edit/', 308, '/profile/edit'],
    // A category and a product were renamed.
    ['/shop/jewelry', 301, '/shop/jewels'],
    ['/shop?category=jewelry&sort=new', 301, '/shop/jewels?sort=new'],
    ['/store?category=Jewelry', 301, '/shop/jewels'],
    ['/product/chand-jhumka?utm=x', 301, '/product/chand-bali?utm=x'],
    ['/product/chand-jhumka/?utm=x', 301, '/product/chand-bali?utm=x'],
    ['/product/chand-jhumka.html', 301, '/product/chand-bali'],
    ['/product/chand-jhumka.md?utm=x', 301, '/product/chand-bali.md?utm=x'],
    ['/shop/jewelry/?sort=new', 301, '/shop/jewels?sort=new'],
    // It has no list in Markdown.
    ['/shop/jewelry.md', 301, '/shop/jewels'],
    ['/shop/jewelry/2', 301, '/shop/jewels/2'],
  ])('redirects %s by %i to %s, and browsers ask each time', async (path, status, location) => {
    const headers = { location, 'cache-control': 'no-cache' }
    expect(await get(path)).toMatchObject({ status, headers })
  })

  test.each(['', '/', '.html', '.md'])(
    'answers 410 for a piece that is not sold, as %s',
    async (form) => {
      expect((await get(`/product/sold-for-good${form}`)).status).toBe(410)
    },
  )

  test.each([
    ['/shop?sort=new&search=silk', 'x-robots-tag', 'noindex'],
    ['/shop?search=', 'x-robots-tag', undefined],
    ['/shop', 'x-robots-tag', undefined],
    ['/store?category=bags', 'x-robots-tag', 'noindex'],
    ['/store?category=bags', 'content-location', '/shop/bags'],
    ['/shop/bags', 'content-location', undefined],
    [SCRIPT, 'cache-control', 'public, max-age=31536000, immutable'],
    ['/sw.js', 'cache-control', 'no-cache'],
    ['/search-index.json', 'cache-control', 'no-cache'],
    ['/feeds/new.atom', 'cache-control', 'no-cache'],
    ['/favicon.svg', 'cache-control', 'public, max-age=3600'],
    ['/_astro/gone.js', 'cache-control', 'no-store'],
  ])('answers %s with %s: %s', async (path, name, value) => {
    expect((await get(path)).headers[name]).toBe(value)
  })

  test.each([
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/markdown, text/html;q=0.5', 'text/markdown; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['text/html, text/markdown;q=0.9', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
  ])('answers a product for Accept: %s as %s', async (Accept, type) => {
    const { status, headers } = await get('/product/chand-bali', { Accept })
    expect([status, headers['content-type']]).toEqual([200, type])
    expect(headers['vary']).toContain('Accept')
    const page = await get('/shop', { Accept })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test('answers with a well-known document as JSON, which caches share', async () => {
    const { status, headers } = await get('/.well-known/ucp')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      etag: expect.stringMatching(/^"/),
    })
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('serves %s with the same content and its own entity tag', async (coding, unpack) => {
    const tags = new Set<string | undefined>()
    for (const path of ['/shop', SCRIPT, '/favicon.svg']) {
      const plain = await get(path)
      const { headers, body } = await get(path, { 'Accept-Encoding': coding })
      expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' })
      expect(body.byteLength).toBeLessThan(plain.body.byteLength)
      expect(unpack(body).equals(plain.body)).toBe(true)
      tags.add(headers['etag']).add(plain.headers['etag'])
    }
    expect(tags.size).toBe(6)
  })

  test('compresses a page that was not compressed at publish: better once it is requested again', async () => {
    const pieces = Array.from(
      { length: 300 },
      (_, index) => `<p>${(index * 7919) % 1000} pieces</p>`,
    )
    const { files, ...release } = await createSmallRelease(folder.path, 'two', {
      ...RELEASE_FILES,
      'shop.html': pieces.join(''),
    })
    const { br: _, ...page } = files.get('/shop') ?? {}
    const changed = new Map([...files, ['/shop', page as ReleaseFile]])
    const former = table
    onTestFinished(() => {
      table = former
    })
    table = toFileTable(folder.path, { ...release, files: changed })
    const read = async () => (await get('/shop', { 'Accept-Encoding': 'br' })).body
    const first = await read()
    await expect
      .poll(async () => (await read()).byteLength, { timeout: 30_000 })
      .toBeLessThan(first.byteLength)
    expect(brotliDecompressSync(await read()).toString()).toBe(pieces.join(''))
  })

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['zstd', undefined],
    [';;,,q=br', undefined],
  ])('negotiates Accept-Encoding %s to %s', async (accepted, coding) => {
    const { headers, status } = await get('/shop', { 'Accept-Encoding': accepted })
    expect([status, headers['content-encoding']]).toEqual([200, coding])
  })

  test.each(['/shop', SCRIPT, '/robots.txt'])('answers 304 for a known %s', async (path) => {
    const etag = (await get(path, { 'Accept-Encoding': 'br' })).headers['etag'] ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': known })
      const expected = { status: 304, headers: { etag }, body: Buffer.alloc(0) }
      expect(again, known).toMatchObject(expected)
    }
    expect((await get(path, { 'If-None-Match': '"another"' })).status).toBe(200)
  })

  test('answers HEAD without a body and rejects other methods', async () => {
    const head = await get('/shop', {}, 'HEAD')
    expect([head.status, head.body.byteLength]).toEqual([200, 0])
    expect(Number(head.headers['content-length'])).toBe(RELEASE_FILES['shop.html']?.length)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
      expect([method, (await get('/shop', {}, method)).status]).toEqual([method, 405])
    expect((await get('/shop', {}, 'POST')).headers['allow']).toBe('GET, HEAD')
  })

  test('never reads a path of a request from the file system (T29)', async () => {
    const ways = [
      ...['..', '%2e%2e', '..%2f', '..%5c', '%c0%ae%c0%ae', '....//', '.%00.', '..;'],
      '%252e%252e',
    ]
    const targets = [
      'secret.txt',
      'site/../../secret.txt',
      'etc/passwd',
      'release.json',
      '.env',
      '.git/config',
    ]
    const traversals = ways.flatMap((way) =>
      targets.flatMap((to) => [
        ...[`/${way}/${to}`, `/_astro/${way}/${way}/${to}`, `/${way}${way}${to}`],
      ]),
    )
    for (const path of [
      ...traversals,
      ...['/release.json', '/../release.json', '/shop.html.br', `${SCRIPT}.gz`, '/.', '/..'],
      ...['/%00', '/constructor', '/__proto__', `/${'a'.repeat(8000)}`],
    ]) {
      const { status, body } = await get(path)
      expect([path, status]).toEqual([path, 404])
      expect(String(body)).not.toMatch(/the secret|root:/)
    }
  })

  test.each([
    ['/', 200],
    ['/shop/', 308],
    ['/nowhere', 404],
    ['//evil.example', 404],
    ['/\\evil.example', 404],
    ['/shop/?next=//evil.example', 308],
  ])('never reflects Host or forwarded headers: %s (T30)', async (path, status) => {
    const Host = 'evil.example'
    const forwarded = { 'X-Forwarded-Host': Host, 'X-Forwarded-Proto': 'gopher' }
    const { headers, body, ...answer } = await get(path, { Host, ...forwarded })
    expect(answer.status).toBe(status)
    expect(headers['location'] ?? '/').toMatch(/^\/(?![/\\])/)
    expect(body.toString()).not.toContain(Host)
  })

  test('sends a policy that denies by default, keeps the hashes and allows the pictures', async () => {
    const policy = (await get('/')).headers['content-security-policy'] ?? ''
    const directives = [
      ...["default-src 'none'", "script-src 'self' 'sha256-abc='", "style-src 'self'"],
      ...["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
      ...["connect-src 'self'", "img-src 'self' data: https://media.kairavi.example"],
      'upgrade-insecure-requests',
    ]
    expect(policy.split('; ')).toEqual(expect.arrayContaining(directives))
  })

  test('answers 503 with a page that reloads itself before the first release', async () => {
    const live = table
    table = undefined
    const { status, headers, body } = await get('/product/chand-bali')
    table = live
    const expected = { 'retry-after': '3', 'cache-control': 'no-store' }
    expect({ status, headers }).toMatchObject({ status: 503, headers: expected })
    expect(body.toString()).toContain('opens in a moment')
    expect(getObservatoryScore(headers)).toBeGreaterThanOrEqual(130)
  })
})

test('adds to the end of a page, whatever its texts look like', async () => {
  using other = createTempDir()
  const page = '<html><head><meta content="</body>"></head><body>Home</body></html>'
  const release = await createSmallRelease(other.path, 'one', { 'index.html': page })
  const options = { mediaOrigin: undefined, https: false, pageEnd: '<p>Edit</p>' }
  const extended = createServer(
    serveStatic({ ...options, getFileTable: () => toFileTable(other.path, release) }),
  )
  const { body } = await send({ port: await listen(extended), path: '/' })
  expect(body.toString()).toBe(page.replace('Home</body>', 'Home<p>Edit</p></body>'))
  await closeServer(extended)
})
