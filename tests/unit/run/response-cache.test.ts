import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createResponseCache } from '#src/run/site/response-cache.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('compresses a file by %s that is stored without', async (encoding, unpack) => {
  using folder = createTempDir()
  const text = 'velvet '.repeat(500)
  const filePath = join(folder.path, 'page')
  writeFileSync(filePath, text)
  const entry = {
    ...{ file: 'page', type: 'text/html', etag: '"a"', size: text.length },
    ...{ filePath, isHtml: true, cacheControl: 'no-cache' },
  }
  const body = await createResponseCache().forceFetch('a', { context: { entry, encoding } })
  expect(unpack(body).toString()).toBe(text)
})
