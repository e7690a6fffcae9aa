import { describe, expect, vi } from 'vitest'
import {
  getCatalogRevision,
  incrementCatalogRevision,
} from '#src/server/core/publish-requests/queries.ts'
import { cacheByRevision } from '#src/server/shop/catalog/cache-by-revision.ts'
import { test as base } from '#tests/helpers/api-test.ts'

const MAX_WAIT_MS = 20

/** With a read that waits until the test lets it end. */
const test = base.extend('reads', async ({ shop }) => {
  const { db } = shop.deps
  const gates: PromiseWithResolvers<void>[] = []
  let isGated = false
  const read = async () => {
    const revision = await getCatalogRevision(db)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    if (isGated) await gate.promise
    return { revision }
  }
  return {
    count: () => gates.length,
    create: (maxWaitMs?: number) => cacheByRevision(shop.deps, read, maxWaitMs),
    change: () => incrementCatalogRevision(db),
    hold: () => {
      isGated = true
    },
    release: () => {
      isGated = false
      for (const gate of gates) gate.resolve()
    },
  }
})

describe('what depends on the catalogue', () => {
  test('is read once for a revision, and awaited', async ({ reads }) => {
    const get = reads.create()
    const [first, second] = await Promise.all([get(), get()])
    expect(first).toBe(second)
    const revision = await reads.change()
    reads.hold()
    const later = [get(), get()]
    // A value from before the change would have no new revision.
    await vi.waitUntil(() => reads.count() === 2)
    reads.release()
    expect(await Promise.all(later)).toEqual([{ revision }, { revision }])
    expect(reads.count()).toBe(2)
  })

  test('serves as it was while reading it takes longer than it may', async ({ reads }) => {
    const get = reads.create(MAX_WAIT_MS)
    const before = await get()
    const revision = await reads.change()
    reads.hold()
    expect(await Promise.all([get(), get(), get()])).toEqual([before, before, before])
    // They have waited for one read, which goes on.
    expect(reads.count()).toBe(2)
    reads.release()
    await new Promise(setImmediate)
    expect(await get()).toEqual({ revision })
    expect(reads.count()).toBe(2)
  })

  test('is awaited by a caller that waits longer than others', async ({ reads }) => {
    const get = reads.create(MAX_WAIT_MS)
    const before = await get()
    const revision = await reads.change()
    reads.hold()
    const patient = get(10_000)
    expect(await get()).toEqual(before)
    reads.release()
    expect(await patient).toEqual({ revision })
  })

  test('is as new as the catalogue where it is read in time', async ({ reads }) => {
    const get = reads.create(10_000)
    await get()
    const revision = await reads.change()
    expect(await get()).toEqual({ revision })
  })
})
