import { readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toFileTable } from '#src/publish/hosting/file-table.ts'
import { writeHeaderFiles } from '#src/publish/hosting/header-files.ts'
import { serveStatic } from '#src/run/serve-static.ts'
import { type Answer, listen, send } from '#tests/helpers/http-server.ts'
import { ensureNginx, startNginx } from '#tests/helpers/nginx.ts'
import { getObservatoryScore } from '#tests/helpers/observatory.ts'
import { createSmallRelease } from '#tests/helpers/small-release.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const OPTIONS = {
  apiOrigin: 'https://api.kairavi.example',
  mediaOrigin: 'https://media.kairavi.example',
  https: true,
}
const sendTo = (port: number, path: string, method: string, headers: Record<string, string>) =>
  send({ port, path, method, headers })

/** Headers of the connection and of the validators, of which each server has its own. */
const OWN_HEADERS = [
  ...['date', 'server', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'],
  ...['etag', 'last-modified', 'accept-ranges'],
]

const toComparable = ({ status, headers }: Answer) => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(
        // nginx's own page for a redirect is HTML.
        ([name]) =>
          !OWN_HEADERS.includes(name) && !(status < 400 && status > 300 && name === 'content-type'),
      )
      // Only the embedded server answers with Markdown at the address of a page.
      .map(([name, value]) => [
        name,
        name === 'vary' ? String(value).replace(/^Accept, /, '') : value,
      ])
      .filter(([name, value]) => name !== 'vary' || value !== 'Accept'),
  ),
})

describe('the header files of a release', () => {
  test('nginx sends every header of the embedded server', async (context) => {
    if (!ensureNginx()) context.skip('nginx is not installed: apt-get install nginx-light')
    using folder = createTempDir()
    const release = await createSmallRelease(folder.path, 'one')
    symlinkSync('one', join(folder.path, 'current'))
    await writeHeaderFiles(join(folder.path, 'one'), release, OPTIONS)
    await using nginx = await startNginx(folder.path, join(folder.path, 'one', 'nginx.conf'))
    const table = toFileTable(folder.path, release)
    const server = createServer(serveStatic({ getFileTable: () => table, ...OPTIONS }))
    const port = await listen(server)
    try {
      const paths = [
        ...release.files.keys(),
        ...['/shop/', '/shop.html', '/shop/?sort=new', '/index.html', '/index', '/profile/edit/'],
        ...['/shop?search=silk', '/shop?search=&sort=new', '/og-image.jpg?search=silk'],
        ...['/nowhere', '/product/', '/product', '/nowhere/', '/nowhere.html', '//shop', '/SHOP'],
        ...['//shop/', '/profile//edit', '/shop//', '//evil.example/..', '/\\\\evil.example'],
        ...['/_astro/gone.js', '/_astro/', '/_astro/app.Ab12Cd.js.gz', '/shop.html.gz'],
        ...[
          '/product/chand-jhumka?x=1',
          '/product/sold-for-good',
          '/release.json',
          '/_headers',
          '/sho%70',
          '/product/../shop.html.br',
        ],
      ]
      for (const path of paths)
        for (const [method, headers] of [
          ['GET', {}],
          ['GET', { 'accept-encoding': 'gzip' }],
          ['HEAD', {}],
          ['POST', {}],
        ] as const) {
          const what = `${method} ${path} ${JSON.stringify(headers)}`
          const expected = await sendTo(port, path, method, headers)
          const answer = await sendTo(nginx.port, path, method, headers)
          expect
            .soft({ what, ...toComparable(answer) })
            .toEqual({ what, ...toComparable(expected) })
          if (expected.status === 200 && !('content-encoding' in expected.headers))
            expect(String(answer.body), what).toBe(String(expected.body))
          if (expected.headers['content-type']?.startsWith('text/html'))
            expect(getObservatoryScore(answer.headers)).toBeGreaterThan(129)
        }
      const { headers } = await sendTo(nginx.port, '/shop', 'GET', {})
      const again = await sendTo(nginx.port, '/shop', 'GET', {
        'if-none-match': headers['etag'] ?? 'none',
      })
      expect([again.status, again.headers['content-security-policy']]).toEqual([
        304,
        headers['content-security-policy'],
      ])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }, 300_000)

  test('a static host sends the headers of the embedded server', async () => {
    using folder = createTempDir()
    const release = await createSmallRelease(folder.path, 'one')
    await writeHeaderFiles(join(folder.path, 'one'), release, OPTIONS)
    const rules = readFileSync(join(folder.path, 'one/site/_headers'), 'utf8')
      .split(/\n(?=\/)/)
      .map((rule) => {
        const [path = '', ...lines] = rule.trim().split('\n')
        const headers = lines.map((line) => line.trim().split(/: (.*)/, 2))
        return { path, headers: Object.fromEntries(headers) }
      })
    const table = toFileTable(folder.path, release)
    const server = createServer(serveStatic({ getFileTable: () => table, ...OPTIONS }))
    const port = await listen(server)
    for (const path of release.files.keys()) {
      const matching = rules.filter((rule) =>
        rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path,
      )
      const names = matching.flatMap(({ headers }) => Object.keys(headers))
      // A host sends a header twice that two rules name.
      expect(names, path).toEqual([...new Set(names)])
      const sent = Object.assign({}, ...matching.map(({ headers }) => headers))
      const { headers } = await sendTo(port, path, 'GET', {})
      for (const [name, value] of Object.entries(headers))
        if (!OWN_HEADERS.includes(name) && !['content-type', 'vary'].includes(name))
          expect([path, name, new Headers(sent).get(name)]).toEqual([path, name, value])
    }
    server.closeAllConnections()
    server.close()
  })
})
