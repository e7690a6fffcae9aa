import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StaticFile } from '#src/publish/hosting/file-table.ts'
import { compressBetter, createResponseCache, toCacheKey } from '#src/run/site/response-cache.ts'
import { createTempDir } from '#tools/temp-dir.ts'

test('a bounded number of pages waits to be compressed better', async () => {
  using folder = createTempDir()
  const cache = createResponseCache()
  const pages = await Promise.all(
    Array.from({ length: 60 }, async (_, nth) => {
      const filePath = join(folder.path, `${nth}.html`)
      writeFileSync(filePath, `<p>${nth}</p>${'velvet '.repeat(50)}`)
      const type = 'text/html'
      const entry = { filePath, type, etag: `"${nth}"`, isHtml: true } as unknown as StaticFile
      const key = toCacheKey(entry, 'br')
      const body = await cache.forceFetch(key, { context: { entry, encoding: 'br' } })
      return { key, entry, body }
    }),
  )
  const isReplaced = ({ key, body }: (typeof pages)[number]) => cache.peek(key) !== body
  const countReplaced = () => pages.filter(isReplaced).length
  const request = (asked: typeof pages) => {
    for (const { key, entry, body } of asked) compressBetter(cache, key, entry, body)
  }
  request(pages)
  // One runs, and as many wait as may.
  await expect.poll(countReplaced, { timeout: 60_000 }).toBe(51)
  // The others do not: the next one has no page before it.
  request(pages.slice(-1))
  await expect.poll(() => pages.slice(-1).every(isReplaced), { timeout: 60_000 }).toBe(true)
  expect(countReplaced()).toBe(52)
  request(pages)
  await expect.poll(countReplaced, { timeout: 60_000 }).toBe(60)
})
