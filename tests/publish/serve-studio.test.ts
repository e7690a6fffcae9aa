import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { hasRight, ROLES } from '#src/contract/values.ts'
import { toFileTable } from '#src/publish/hosting/file-table.ts'
import { describeFolder } from '#src/publish/release/release-files.ts'
import { createRootListener } from '#src/run/request-listener.ts'
import { testWithFiles } from '#tests/helpers/api-test.ts'
import { formatCookies } from '#tools/api-client.ts'
import { send, serve } from '#tools/http-server.ts'
import { createSmallRelease } from '#tools/small-release.ts'

const SCRIPT = '/studio/assets/main-Ab12.js'

/** The port of a small shop with a studio of two files. */
const withServer = testWithFiles.extend('port', async ({ shop, folder }, { onCleanup }) => {
  const releases = join(folder, 'releases')
  const table = toFileTable(releases, await createSmallRelease(releases, 'one'))
  const studio = join(folder, 'studio')
  mkdirSync(join(studio, 'assets'), { recursive: true })
  writeFileSync(join(studio, 'index.html'), '<script>inline()</script><title>Studio</title>')
  writeFileSync(join(studio, 'assets/main-Ab12.js'), 'studio()')
  const root = createRootListener(shop.deps.env, () => table)
  root.attachBackend(shop.backend)
  root.showStudio({ key: 'k', folder: studio, files: describeFolder(studio) })
  const server = await serve(root.listener)
  onCleanup(() => server[Symbol.asyncDispose]())
  return new URL(server.url).port
})

/** Its answer to a caller with a role, or a visitor. */
const test = withServer.extend('open', ({ shop, port }) => {
  return async (path: string, role?: (typeof ROLES)[number]) => {
    const session = role && (await shop.createSignedInUser(role)).cookies.get('sid')
    const headers: HeadersInit = session ? { Cookie: `sid=${session}` } : {}
    const url = `http://127.0.0.1:${port}${path}`
    const response = await fetch(url, { redirect: 'manual', headers })
    const text = await response.text()
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  }
})

test.for(['/studio', '/studio/', '/studio/products/1', SCRIPT, '/studio/preview'])(
  '%s is there for the staff, and nothing is for others',
  async (path, { open }) => {
    for (const role of [undefined, ...ROLES]) {
      const { status, text } = await open(path, role)
      const isStaff = role !== undefined && hasRight(role, 'studio')
      expect([role, status]).toEqual([role, isStaff ? 200 : 404])
      expect(text.includes('<title>Lost</title>')).toBe(!isStaff)
    }
  },
)

test('its page is not stored or indexed, and runs its own scripts only', async ({ open }) => {
  const { headers } = await open('/studio/products/1', 'editor')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  const policy = headers['content-security-policy']
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*';/)
  expect(policy).toContain("frame-ancestors 'none'")
  const script = await open(SCRIPT, 'editor')
  expect(script.headers['cache-control']).toBe('private, max-age=31536000, immutable')
  expect((await open('/studio/assets/none.js', 'editor')).status).toBe(404)
})

test('a preview has the policy of the shop, and the studio may frame it', async ({ open }) => {
  const { headers } = await open('/studio/preview', 'editor')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(headers['content-security-policy']).toContain("'sha256-abc='")
  expect(headers['cache-control']).toBe('no-store')
})

withServer(
  'opens by the cookie that the API sets, whatever host is named',
  async ({ port, editor }) => {
    const open = async (host: string, cookie: string) =>
      (await send({ port, path: '/studio', headers: { Host: host, Cookie: cookie } })).status
    const cookie = formatCookies(editor.cookies)
    for (const host of ['192.168.1.20:4321', 'localhost', '[']) {
      expect(await open(host, cookie)).toBe(200)
      expect(await open(host, `__Host-${cookie}`)).toBe(404)
    }
  },
)
