import { readFileSync, symlinkSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toNginxServer } from '#scripts/nginx-server.ts'
import { MAX_CSV_BYTES } from '#src/contract/values.ts'
import { toFileTable } from '#src/publish/hosting/file-table.ts'
import { writeHeaderFiles } from '#src/publish/hosting/header-files.ts'
import { toHeaderOptions } from '#src/publish/hosting/headers.ts'
import { closeServer, getPort, listen } from '#src/run/listen.ts'
import { createRootListener } from '#src/run/request-listener.ts'
import { formatCookies } from '#tools/api-client.ts'
import { ensureNginx, startNginxWith } from '#tools/nginx.ts'
import { projectRoot } from '#tools/site-process.ts'
import { createSmallRelease } from '#tools/small-release.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** What operators take, where it is written. */
const SOURCES: Record<string, () => string> = {
  'deploy/nginx.conf': () => read('deploy/nginx.conf'),
  'docs/operations.md': () => /```nginx\n([\s\S]*?)```/.exec(read('docs/operations.md'))?.[1] ?? '',
  'lab/cluster.ts': () =>
    `upstream api { server 127.0.0.1:1; }
upstream desk { server 127.0.0.1:1; }
${toNginxServer(['listen 1;', 'include x;'], { shop: 'api', desk: 'desk' })}`,
}

const PATHS = [
  // Pages, lists without JavaScript, assets and an unknown page.
  ...['/shop', '/shop?sort=new&scripts=off', '/_astro/app.Ab12Cd.js', '/nowhere'],
  ...['/.well-known/ucp', '/.well-known/nothing', '/api/ucp/catalog/search'],
  ...['/api/health', '/api/nowhere', '/api/wishlist/', '/api/media/0123/320.avif'],
  ...['/studio', '/studio/', '/studio?page=2', '/studio/products/new'],
  ...['/studio/assets/main.js', '/studios'],
]

describe.skipIf(!ensureNginx())('nginx in front of the shop', () => {
  const folder = createTempDir()
  let shop: TestApp
  let server: Server
  /** The cookie of an editor, with its name on this machine. */
  let cookie = ''

  beforeAll(async () => {
    shop = await createTestApp()
    const release = await createSmallRelease(folder.path, 'one')
    symlinkSync('one', join(folder.path, 'current'))
    const { env } = shop.deps
    await writeHeaderFiles(join(folder.path, 'one'), release, toHeaderOptions(env))
    const table = toFileTable(folder.path, release)
    const root = createRootListener(env, () => table)
    root.attachBackend(shop.backend)
    server = await listen(root.listener, '127.0.0.1', 0)
    cookie = formatCookies((await shop.createSignedInUser('editor')).cookies)
  })
  afterAll(async () => {
    await closeServer(server)
    await shop[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  const ask = async (index: number, path: string, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', ...init.headers }
    const response = await fetch(`http://127.0.0.1:${index}${path}`, { ...init, headers })
    const body = await response.text()
    return { status: response.status, type: response.headers.get('content-type'), body }
  }

  test.each(Object.entries(SOURCES))(
    'answers like the shop as %s has it, up to the largest file',
    async (_, getConfig) => {
      const port = getPort(server)
      await using nginx = await startNginxWith(folder.path, (own) =>
        getConfig()
          .replace(/listen [^;]+;/, `listen 127.0.0.1:${own};`)
          .replace(/include [^;]+;/, `include ${join(folder.path, 'one/nginx.conf')};`)
          .replace(/^ +server api-2:.*\n/gm, '')
          .replaceAll(/(?:api-1:4321|127\.0\.0\.1:(?:4321|1\b))/g, `127.0.0.1:${port}`),
      )
      for (const path of PATHS) {
        const visitor = await ask(port, path)
        expect(await ask(nginx.port, path), path).toEqual(visitor)
        if (!path.startsWith('/studio')) continue
        const editor = { headers: { cookie } }
        const answer = await ask(port, path, editor)
        if (path !== '/studios') expect(answer, path).not.toEqual(visitor)
        expect(await ask(nginx.port, path, editor), path).toEqual(answer)
      }
      const { status, type, body } = await ask(nginx.port, '/api/editor/import?dryRun=true', {
        method: 'POST',
        headers: { cookie, 'content-type': 'text/csv', origin: `http://127.0.0.1:${nginx.port}` },
        body: Buffer.alloc(MAX_CSV_BYTES, 'x'),
      })
      expect([status, type], body).toEqual([400, 'application/json'])
      const refused = await ask(nginx.port, '/api/contact', {
        method: 'POST',
        body: Buffer.alloc(1024 * 1024 + 1, 'x'),
      })
      expect(refused.status).toBe(413)
      expect(JSON.parse(refused.body)).toEqual({
        success: false,
        message: 'The body is too large.',
      })
    },
  )
})
