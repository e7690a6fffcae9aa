import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toNginxServer } from '#scripts/nginx-server.ts'
import { MAX_CSV_BYTES } from '#src/contract/values.ts'
import { toFileTable } from '#src/publish/hosting/file-table.ts'
import { writeHeaderFiles } from '#src/publish/hosting/header-files.ts'
import { toHeaderOptions } from '#src/publish/hosting/headers.ts'
import { closeServer, getPort, listen } from '#src/run/listen.ts'
import { createRootListener } from '#src/run/request-listener.ts'
import { ensureNginx, type Nginx, startNginxWith } from '#tests/helpers/nginx.ts'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { createSmallRelease } from '#tests/helpers/small-release.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** What operators take, where it is written. */
const SOURCES: Record<string, () => string> = {
  'deploy/nginx.conf': () => read('deploy/nginx.conf'),
  'docs/operations.md': () => /```nginx\n([\s\S]*?)```/.exec(read('docs/operations.md'))?.[1] ?? '',
  'scripts/cluster.ts': () =>
    `upstream api { server 127.0.0.1:1; }
${toNginxServer(['listen 1;', 'include x;'], 'api')}`,
}

const PATHS: [what: string, path: string, init?: RequestInit][] = [
  ['a page', '/shop'],
  ['a list without JavaScript', '/shop?sort=new&scripts=off'],
  ['an asset', '/_astro/app.Ab12Cd.js'],
  ['an unknown page', '/nowhere'],
  ['the health of the API', '/api/health'],
  ['an unknown call', '/api/nowhere'],
  ['a call with a body', '/api/auth/login', { method: 'POST', body: '{}' }],
  ['a call that ends with a slash', '/api/wishlist/'],
  ['a picture', '/api/media/0123/320.avif'],
  ['the studio', '/studio'],
  ['the studio with a slash', '/studio/'],
  ['the studio with a query', '/studio?page=2'],
  ['a page of the studio', '/studio/products/new'],
  ['an asset of the studio', '/studio/assets/main.js'],
  ['a page whose name begins like the studio', '/studios'],
]

describe.skipIf(!ensureNginx())('nginx in front of the shop', () => {
  const folder = createTempDir()
  const cleanup: (() => unknown)[] = [() => folder[Symbol.dispose]()]
  const servers = new Map<string, Nginx>()
  let port = 0
  let cookie = ''

  beforeAll(async () => {
    const shop = await createTestApp()
    cleanup.push(() => shop[Symbol.asyncDispose]())
    const release = await createSmallRelease(folder.path, 'one')
    symlinkSync('one', join(folder.path, 'current'))
    const { env } = shop.deps
    await writeHeaderFiles(join(folder.path, 'one'), release, toHeaderOptions(env))
    const table = toFileTable(folder.path, release)
    const root = createRootListener(env, () => table)
    root.attachBackend(shop.backend)
    const server = await listen(root.listener, '127.0.0.1', 0)
    cleanup.push(() => closeServer(server))
    port = getPort(server)
    const [[, token] = []] = (await shop.createSignedInUser('editor')).cookies
    // The name of the cookie on this machine.
    cookie = `__Host-sid=${token}`
    for (const [name, getConfig] of Object.entries(SOURCES)) {
      const nginx = await startNginxWith(join(folder.path, name.replace('/', '-')), (own) =>
        getConfig()
          .replace(/listen [^;]+;/, `listen 127.0.0.1:${own};`)
          .replace(/include [^;]+;/, `include ${join(folder.path, 'one/nginx.conf')};`)
          .replace(/^ +server api-2:.*\n/m, '')
          .replaceAll(/(?:api-1:4321|127\.0\.0\.1:(?:4321|1\b))/g, `127.0.0.1:${port}`),
      )
      servers.set(name, nginx)
      cleanup.push(() => nginx[Symbol.asyncDispose]())
    }
  })
  afterAll(async () => {
    for (const end of cleanup.toReversed()) await end()
  })

  const ask = async (at: number, path: string, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', ...init.headers }
    const response = await fetch(`http://127.0.0.1:${at}${path}`, { ...init, headers })
    const body = await response.text()
    return { status: response.status, type: response.headers.get('content-type'), body }
  }

  for (const name of Object.keys(SOURCES)) {
    test.each(PATHS)(`as ${name} has it, answers %s like the shop`, async (_, path, init) => {
      const at = servers.get(name)?.port ?? 0
      expect(await ask(at, path, init)).toEqual(await ask(port, path, init))
      if (!path.startsWith('/studio')) return
      const editor = { headers: { cookie } }
      const answer = await ask(port, path, editor)
      if (path !== '/studios') expect(answer).not.toEqual(await ask(port, path, init))
      expect(await ask(at, path, editor)).toEqual(answer)
    })

    test(`as ${name} has it, passes a file of the largest size on`, async () => {
      const at = servers.get(name)?.port ?? 0
      const { status, type, body } = await ask(at, '/api/editor/import?dryRun=true', {
        method: 'POST',
        headers: { cookie, 'content-type': 'text/csv', origin: `http://127.0.0.1:${at}` },
        body: Buffer.alloc(MAX_CSV_BYTES, 'x'),
      })
      expect([status, type], body).toEqual([400, 'application/json'])
    })
  }
})
