import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createPageQueue } from '#src/publish/prerender/page-queue.ts'
import { publish } from '#src/publish/publish.ts'
import type { Release } from '#src/publish/release.ts'
import { findCurrentReleaseId, getReleasesDir } from '#src/publish/releases.ts'
import { serveCatalogue } from '#tests/helpers/catalogue-api.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const root = fileURLToPath(new URL('./fixture/', import.meta.url))

const contents = ({ files }: Release) =>
  Object.entries(files)
    .filter(([path]) => path !== '/sw.js')
    .map(([path, { etag, size }]) => [path, etag, size])

describe('a build on two threads', () => {
  test('makes the same site, and fails with the reason of either', async () => {
    using folder = createTempDir()
    await using api = await serveCatalogue(folder.path)
    const go = (env: Record<string, string>) =>
      publish({ root, dataDir: folder.path, apiUrl: api.url, env, onProgress: () => {} })

    const alone = await go({})
    // Slow enough for the helper to be there before the first thread is through.
    const together = await go({ PUBLIC_PARALLEL_FROM: '10', PUBLIC_PAGE_DELAY_MS: '40' })
    expect(together.built).toBe(true)
    expect(together.release.policy).toBe(alone.release.policy)
    expect(contents(together.release)).toEqual(contents(alone.release))

    await expect(go({ PUBLIC_PARALLEL_FROM: '10', PUBLIC_FAIL_WORKER: 'true' })).rejects.toThrow(
      'The site could not be built: Worker failed on purpose',
    )
    expect(findCurrentReleaseId(getReleasesDir(folder.path))).toBe(together.release.id)
  }, 90_000)

  test('each page is taken once', () => {
    const first = createPageQueue(3)
    const second = createPageQueue(first.buffer)
    expect([
      first.claim(0),
      second.claim(0),
      second.claim(2),
      first.claim(2),
      first.claim(1),
    ]).toEqual([true, false, true, false, true])
  })
})
