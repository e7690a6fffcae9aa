import { readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toFileTable } from '#src/publish/hosting/file-table.ts'
import { writeHeaderFiles } from '#src/publish/hosting/header-files.ts'
import type { Release } from '#src/publish/release/release.ts'
import { serveStatic } from '#src/run/serve-static.ts'
import { getObservatoryScore } from '#tests/helpers/observatory.ts'
import { type Answer, closeServer, listen, send } from '#tools/http-server.ts'
import { ensureNginx, startNginx } from '#tools/nginx.ts'
import { createSmallRelease } from '#tools/small-release.ts'
import { createTempDir } from '#tools/temp-dir.ts'

const OPTIONS = {
  apiOrigin: 'https://api.kairavi.example',
  mediaOrigin: 'https://media.kairavi.example',
  https: true,
}

/** Headers of the connection and of the validators, of which each server has its own. */
const OWN_HEADERS = [
  ...['date', 'server', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'],
  ...['etag', 'last-modified', 'accept-ranges'],
]

function toComparable({ status, headers }: Answer) {
  const { vary, 'content-type': type, ...others } = headers
  for (const name of OWN_HEADERS) delete others[name]
  // Only the embedded server answers with Markdown at the address of a page.
  const ownVary = vary?.replace(/^Accept(?:, |$)/, '') || undefined
  // nginx's own page for a redirect is HTML.
  return { status, others, vary: ownVary, type: status > 300 && status < 400 ? '' : type }
}

const folder = createTempDir()
let release: Release
const server = createServer(
  serveStatic({ getFileTable: () => toFileTable(folder.path, release), ...OPTIONS }),
)
let port = 0

beforeAll(async () => {
  release = await createSmallRelease(folder.path, 'one')
  symlinkSync('one', join(folder.path, 'current'))
  await writeHeaderFiles(join(folder.path, 'one'), release, OPTIONS)
  port = await listen(server)
})
afterAll(async () => {
  await closeServer(server)
  folder[Symbol.dispose]()
})

describe('the header files of a release', () => {
  test('nginx sends every header of the embedded server', async (context) => {
    if (!ensureNginx()) context.skip('nginx is not installed: apt-get install nginx-light')
    await using nginx = await startNginx(folder.path, join(folder.path, 'one', 'nginx.conf'))
    const paths = [
      ...release.files.keys(),
      ...['/shop/', '/shop.html', '/shop/?sort=new', '/index.html', '/index', '/profile/edit/'],
      ...['/shop?search=silk', '/shop?search=&sort=new', '/og-image.jpg?search=silk'],
      ...['/nowhere', '/product/', '/product', '/nowhere/', '/nowhere.html', '//shop', '/SHOP'],
      ...['//shop/', '/profile//edit', '/shop//', '//evil.example/..', '/\\\\evil.example'],
      ...['/_astro/gone.js', '/_astro/', '/_astro/app.Ab12Cd.js.gz', '/shop.html.gz'],
      ...['/product/chand-jhumka?x=1', '/product/sold-for-good', '/release.json', '/_headers'],
      ...['/product/chand-jhumka.md?x=1', '/product/chand-jhumka/', '/shop/jewelry/2?x=1'],
      ...['/product/sold-for-good.md', '/product/sold-for-good/', '/product/sold-for-good.html'],
      ...['/sho%70', '/product/../shop.html.br'],
    ]
    for (const path of paths)
      for (const [method, headers] of [
        ['GET', {}],
        ['GET', { 'accept-encoding': 'gzip' }],
        ['HEAD', {}],
        ['POST', {}],
      ] as const) {
        const what = `${method} ${path} ${JSON.stringify(headers)}`
        const expected = await send({ port, path, method, headers })
        const answer = await send({ port: nginx.port, path, method, headers })
        expect.soft(toComparable(answer), what).toEqual(toComparable(expected))
        if (expected.status === 200 && !('content-encoding' in expected.headers))
          expect(String(answer.body), what).toBe(String(expected.body))
        if (expected.headers['content-type']?.startsWith('text/html'))
          expect(getObservatoryScore(answer.headers), what).toBeGreaterThan(129)
      }
    const shop = { port: nginx.port, path: '/shop' }
    const { etag, 'content-security-policy': policy } = (await send(shop)).headers
    const again = await send({ ...shop, headers: { 'if-none-match': etag } })
    expect([again.status, again.headers['content-security-policy']]).toEqual([304, policy])
  }, 300_000)

  test('a static host sends the headers of the embedded server', async () => {
    const rules = readFileSync(join(folder.path, 'one/site/_headers'), 'utf8')
      .split(/\n(?=\/)/)
      .map((rule) => {
        const [path = '', ...lines] = rule.trim().split('\n')
        return { path, headers: lines.map((line) => line.trim().split(/: (.*)/, 2)) }
      })
    for (const path of release.files.keys()) {
      const sent = rules
        .filter(
          ({ path: of }) => of === path || (of.endsWith('*') && path.startsWith(of.slice(0, -1))),
        )
        .flatMap(({ headers }) => headers as [string, string][])
      // A host sends a header twice that two rules name.
      expect(new Set(sent.map(([name]) => name)).size, path).toBe(sent.length)
      const { others } = toComparable(await send({ port, path }))
      expect(Object.fromEntries(new Headers(sent)), path).toMatchObject(others)
      // Without an ending a host does not know the type of a file.
      const isNamed = /\.\w+$/.test(release.files.get(path)?.file ?? '')
      expect(
        sent.some(([name]) => name === 'Content-Type'),
        path,
      ).toBe(!isNamed)
    }
  })
})
