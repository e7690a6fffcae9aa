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
  test('creates the same site, and fails with the reason of either thread', async () => {
    using folder = createTempDir()
    await using api = await serveCatalogue(folder.path)
    const go = (env: Record<string, string>) =>
      publish({ root, dataDir: folder.path, apiUrl: api.url, env, onProgress: () => {} })

    const single = await go({})
    // The delay gives the worker time to start before the first thread has rendered every page.
    const parallel = await go({ PUBLIC_PARALLEL_FROM: '10', PUBLIC_PAGE_DELAY_MS: '40' })
    expect(parallel.built).toBe(true)
    expect(parallel.release.policy).toBe(single.release.policy)
    expect(contents(parallel.release)).toEqual(contents(single.release))

    await expect(go({ PUBLIC_PARALLEL_FROM: '10', PUBLIC_FAIL_WORKER: 'true' })).rejects.toThrow(
      'The site could not be built: Worker failed on purpose',
    )
    expect(findCurrentReleaseId(getReleasesDir(folder.path))).toBe(parallel.release.id)
  }, 600_000)

  test('lets each page be claimed once', () => {
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
