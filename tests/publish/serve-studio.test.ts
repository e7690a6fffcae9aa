import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROLES } from '#src/contract/values.ts'
import { toFileTable } from '#src/publish/hosting/file-table.ts'
import { describeFolder } from '#src/publish/release/release-files.ts'
import { createRootListener } from '#src/run/request-listener.ts'
import { serve } from '#tests/helpers/http-server.ts'
import { createSmallRelease } from '#tests/helpers/small-release.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const SCRIPT = '/studio/assets/main-Ab12.js'

/** Serves a shop of a few files with a studio of two. */
async function openShop() {
  const shop = await createTestApp()
  const dir = createTempDir()
  const release = await createSmallRelease(join(dir.path, 'releases'), 'one')
  const table = toFileTable(join(dir.path, 'releases'), release)
  const folder = join(dir.path, 'studio')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<script>inline()</script><title>Studio</title>')
  writeFileSync(join(folder, 'assets/main-Ab12.js'), 'studio()')
  const root = createRootListener(shop.deps.env, () => table)
  root.attachBackend(shop.backend)
  root.showStudio({ key: 'k', folder, files: describeFolder(folder) })
  const server = await serve(root.listener)
  const origin = server.url.replace(/\/api$/, '')
  return {
    /** The answer to a caller with this role, or to a visitor. */
    async open(path: string, role?: (typeof ROLES)[number]) {
      const session = role && (await shop.createSignedInUser(role)).cookies.get('sid')
      const headers = session ? { Cookie: `__Host-sid=${session}` } : undefined
      return fetch(origin + path, { redirect: 'manual', ...(headers && { headers }) })
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

test('the studio and its files are there for editors and admins, and nothing is for others', async () => {
  await using shop = await openShop()
  for (const path of ['/studio', '/studio/', '/studio/products/1', SCRIPT, '/studio/preview']) {
    for (const role of [undefined, ...ROLES]) {
      const response = await shop.open(path, role)
      const isStaff = role === 'editor' || role === 'admin'
      expect([path, role, response.status]).toEqual([path, role, isStaff ? 200 : 404])
      if (!isStaff) expect(await response.text()).toContain('<title>Lost</title>')
    }
  }
})

test('its page is not kept, not indexed, in no frame, and runs its own scripts only', async () => {
  await using shop = await openShop()
  const { headers } = await shop.open('/studio/products/1', 'editor')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*';/)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  const script = await shop.open(SCRIPT, 'editor')
  expect(script.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect((await shop.open('/studio/assets/none.js', 'editor')).status).toBe(404)
})

test('a preview has the policy of the shop’s pages, and may stand in a frame of the studio', async () => {
  await using shop = await openShop()
  const { headers } = await shop.open('/studio/preview', 'editor')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain("'sha256-abc='")
  expect(headers.get('cache-control')).toBe('no-store')
})
