import { describe, expect, vi } from 'vitest'
import { LostProductsError, PublishError } from '#src/publish/publish-error.ts'
import type { Publisher } from '#src/publish/publisher.ts'
import { startPublishQueue } from '#src/publish/queue/publish-queue.ts'
import { recordFailure } from '#src/publish/queue/record-failure.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { createCatalogEntry } from '#tools/products.ts'

const release = {
  id: '20261121-093000123-1a2b3c4d',
  builtAt: '2026-11-21T09:30:00.000Z',
  files: new Map(),
  products: 1,
  compiled: 'c0de',
}
const published = { release, built: true, rendered: 1, deferred: false, phases: {} }

const list = async (client: ApiClient) =>
  (await client.get('/editor/publish/failures')).body.failures

/** With a queue whose publisher fails as the test says, or succeeds. */
const test = base.extend('queue', async ({ shop, editor }, { onCleanup }) => {
  let failure: Error | undefined
  let calls = 0
  const publisher = {
    async publish() {
      calls += 1
      if (failure) throw failure
      return published
    },
    listReleases: () => [release.id],
  } as unknown as Publisher
  const queue = startPublishQueue({ deps: shop.deps, publisher })
  onCleanup(() => queue.stop())
  const fail = async (error: Error | undefined) => {
    failure = error
    const before = calls
    await editor.post('/editor/publish/resume')
    await vi.waitUntil(() => calls > before, { timeout: 20_000 })
  }
  return {
    /** Saves a product, which is published. */
    save: (slug: string) => editor.post('/editor/products', createCatalogEntry({ slug })),
    fail,
    /** Lets publishes end so, and waits for one. */
    async publish(error?: Error) {
      await fail(error)
      const state = error ? 'failed' : 'live'
      await vi.waitUntil(async () => (await editor.get('/editor/publish')).body.state === state, {
        timeout: 20_000,
      })
    },
    stop: queue.stop,
  }
})

describe('a publish that fails', () => {
  test('stays in the history with its saves, once for all its attempts', async ({
    editor,
    queue,
  }) => {
    expect(await list(editor)).toEqual([])
    await queue.save('a')
    const error = new PublishError('The site could not be built: no paper.')
    await queue.publish(error)
    await queue.publish(error)
    const [first, ...others] = await list(editor)
    expect(others).toEqual([])
    expect(first).toMatchObject({ message: error.message, endedAt: null, detail: null })
    expect(first.attempts).toBeGreaterThan(1)
    expect(Date.parse(first.failedAt)).toBeGreaterThanOrEqual(Date.parse(first.beganAt))
    expect(first.changes[0]).toMatchObject({ summary: 'Created The a', by: 'Asha Rao' })

    // Another reason is another failure; a success ends it.
    await queue.publish(new LostProductsError(10, 2))
    await queue.publish()
    const failures = await list(editor)
    expect(failures).toMatchObject([
      { message: 'The catalogue has 2 products, the site 10.' },
      { message: error.message },
    ])
    for (const { endedAt } of failures) expect(endedAt).not.toBeNull()
    await queue.publish(error)
    expect(await list(editor)).toHaveLength(3)
  })

  test('keeps its stack and its causes, in the log and for admins', async ({
    shop,
    editor,
    admin,
    queue,
  }) => {
    const cause = new Error('connect ECONNREFUSED postgres://kairavi:secret@db.example:5432/shop')
    await queue.publish(new TypeError('pages is not iterable', { cause }))
    const seen = /TypeError: pages is not iterable\n +at .*publish-failures[\s\S]*\[cause\].*ECONN/
    const [{ message, detail }] = await list(admin)
    expect(message).toBe('Something unexpected went wrong.')
    expect(detail).toMatch(seen)
    expect(detail).not.toContain('secret')
    expect(await list(editor)).toMatchObject([{ message, detail: null }])
    const logged = shop.logs.find((line) => line.message === 'publish failed')
    expect(logged?.fields['error']).toMatch(seen)
  })

  test('is no failure where it ends with its process', async ({ shop, editor, queue }) => {
    await queue.publish()
    shop.deps.signal = AbortSignal.abort()
    await queue.fail(new Error('This operation was aborted'))
    await queue.stop()
    expect(await list(editor)).toEqual([])
    expect((await editor.get('/editor/publish')).body.state).toBe('waiting')
  })
})

base('the history has the last 50 failures of 90 days', async ({ shop, editor }) => {
  const { deps } = shop
  for (let number = 1; number <= 52; number++) {
    shop.advanceTime(1_000)
    await recordFailure(deps, deps.db, new PublishError(`Reason ${number}.`))
  }
  const failures = await list(editor)
  expect(failures).toHaveLength(50)
  expect([failures[0].message, failures[49].message]).toEqual(['Reason 52.', 'Reason 3.'])
  expect(
    failures.filter(({ endedAt }: { endedAt: string | null }) => endedAt === null),
  ).toHaveLength(1)
  for (const [days, left] of [
    [89, 50],
    [1, 0],
  ] as const) {
    shop.advanceTime(days * DAY_MS)
    await deleteExpired(deps)
    expect(await list(await shop.createSignedInUser('editor'))).toHaveLength(left)
  }
})
