import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { recordRelease } from '#src/publish/queue/record-publish.ts'
import { closeServer, getPort, listen } from '#src/run/listen.ts'
import { listenToOthers, notifyOthers } from '#src/server/core/publish-requests/channel-queries.ts'
import {
  listPublishRequests,
  updatePublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import { runOrderChange } from '#src/server/shop/orders/order-transaction.ts'
import { upsertRelease } from '#src/server/studio/releases/queries.ts'
import { test } from '#tests/helpers/api-test.ts'
import { formatCookies } from '#tools/api-client.ts'
import { createCatalogEntry } from '#tools/products.ts'
import { createTestApp } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

/** Shorter than the time between the states below, longer than that between two heartbeats. */
const STALLED_MS = 2_500

/** A test of the stream, over a connection. */
const streamTest = test.extend('stream', async ({ shop, editor }, { onCleanup }) => {
  const stopping = new AbortController()
  shop.deps.signal = stopping.signal
  const server = await listen(getRequestListener(shop.hono.fetch), '127.0.0.1', 0, {
    stalledMs: STALLED_MS,
  })
  onCleanup(async () => {
    stopping.abort()
    await closeServer(server)
  })
  const Cookie = formatCookies(editor.cookies)
  const url = `http://127.0.0.1:${getPort(server)}/api/editor/publish/events`
  const connect = async () => {
    const response = await fetch(url, { headers: { Cookie } })
    return { response, ...readEvents(response) }
  }
  return { connect, stop: () => stopping.abort() }
})

/** Reads the events of a stream as they arrive. */
function readEvents(response: Response) {
  const states: { state: string }[] = []
  let beats = 0
  const read = async () => {
    if (!response.body || !response.ok) return
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1]
        if (data) states.push(JSON.parse(data))
        else beats += 1
      }
    }
  }
  const ended = read()
  return { states, ended, countBeats: () => beats }
}

describe('the stream of the publish state', () => {
  streamTest(
    'tells each change, stays open while nothing changes, and ends with the session',
    { timeout: 30_000 },
    async ({ shop, editor, stream }) => {
      const { response, states, ended, countBeats } = await stream.connect()
      expect(response.headers.get('content-type')).toBe('text/event-stream')
      const untilState = (state: string) => vi.waitUntil(() => states.at(-1)?.state === state)
      await untilState('live')
      expect(states).toMatchObject([{ waiting: 0 }])
      await vi.waitUntil(() => countBeats() >= 2, { timeout: 30_000 })

      await editor.post('/editor/products', createCatalogEntry({ slug: 'b' }))
      await untilState('waiting')
      const rendering = { started_at: 1, pages_done: 3, pages_total: 9 }
      await updatePublishResult(shop.deps.db, rendering)
      await untilState('rendering')
      expect(states.at(-1)).toMatchObject({ progress: { done: 3, total: 9 } })

      await editor.post('/auth/logout')
      await vi.waitFor(() => ended, { timeout: 30_000 })
    },
  )

  streamTest('is bounded per account, and ends with the process', async ({ shop, stream }) => {
    const streams = await Promise.all(Array.from({ length: 6 }, stream.connect))
    const seventh = await stream.connect()
    const statuses = [...streams, seventh].map(({ response }) => response.status)
    expect(statuses).toEqual([...Array(6).fill(200), 429])
    stream.stop()
    await Promise.all(streams.map(({ ended }) => ended))
    expect(shop.logs).toEqual([])
  })
})

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a save is announced to another process on PostgreSQL, also after a lost connection',
  async () => {
    const url = await createDatabase()
    await using saving = await createTestApp({}, url)
    await using publishing = await createTestApp({ DATABASE_URL: url }, url)
    const seen: string[] = []
    publishing.deps.events
      .on('catalogChanged', () => seen.push('changed'))
      .on('publishRequested', () => seen.push('requested'))
    const stop = await listenToOthers(publishing.deps)
    const editor = await saving.createSignedInUser('editor')
    await editor.post('/editor/products', createCatalogEntry({ slug: 'a' }))
    await editor.post('/editor/publish/resume')
    await vi.waitFor(() => expect(seen).toEqual(['changed', 'requested']))

    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(saving.deps.db)
    await vi.waitFor(
      async () => {
        await editor.post('/editor/publish/resume')
        expect(seen.length).toBeGreaterThan(2)
      },
      { timeout: 30_000, interval: 500 },
    )
    await stop()
  },
)

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a refund and a release are announced to other machines on PostgreSQL',
  async () => {
    const url = await createDatabase()
    await using here = await createTestApp({}, url)
    await using there = await createTestApp({ DATABASE_URL: url }, url)
    const seen: string[] = []
    there.deps.events
      .on('refundStarted', () => seen.push('refund'))
      .on('released', () => seen.push('release'))
    const stop = await listenToOthers(there.deps)
    await runOrderChange(here.deps, async (transaction) => {
      transaction.startsRefund = true
    })
    await notifyOthers(here.deps, here.deps.db, 'released')
    await vi.waitFor(() => expect(seen).toEqual(['refund', 'release']))
    await stop()
  },
)

// tests/publish/publish-queue.long.ts shows that the publisher does what is asked for here.
test('rollbacks and accepted numbers of products are recorded', async ({ shop, editor }) => {
  const { db } = shop.deps
  const counts = { products: 2, pages: 3, rendered: 3, bytes: 4, published_at: 1, compiled: 'c0de' }
  const changes = { changes: [{ summary: 'Saved A', editorId: editor.uid, at: 5 }], count: 1 }
  for (const [id, kept] of [
    ['one', 1],
    ['gone', 0],
  ] as const)
    await upsertRelease(db, { id, kept, ...counts, changes: JSON.stringify(changes) })
  expect((await editor.get('/editor/releases')).body.releases).toMatchObject([
    { id: 'one', state: 'live', bytes: 4, changes: [{ summary: 'Saved A', by: 'Asha Rao' }] },
    { id: 'gone', state: 'removed' },
  ])
  for (const [path, answer] of [
    ['releases/gone/roll-back', { status: 409 }],
    ['releases/missing/roll-back', { status: 404 }],
    ['releases/one/roll-back', { status: 202, body: { state: 'pinned', pinned: 'one' } }],
    ['publish/resume', { status: 202, body: { state: 'waiting', pinned: '', waiting: 1 } }],
    ['publish/resume?acceptedProducts=1.5', { status: 400 }],
    ['publish/resume?acceptedProducts=0', { status: 400 }],
    ['publish/resume?acceptedProducts=40', { status: 202, body: { lostProducts: null } }],
  ] as const)
    expect(await editor.post(`/editor/${path}`)).toMatchObject(answer)
  expect((await listPublishRequests(db)).at(-1)).toMatchObject({ accepted_products: 40 })
  const log = await db.selectFrom('audit_entry').selectAll().execute()
  const who = { actor_id: editor.uid }
  expect(log).toMatchObject(
    ['roll-back', 'publish', 'publish'].map((action) => ({ action, ...who })),
  )
  expect(log[2]?.subject).toBe('Published the catalogue, down to 40 products')
})

test('a release that completes the one before takes its place', async ({ shop, editor }) => {
  const record = (id: string, rendered: number, summaries: string[]) =>
    recordRelease(
      shop.deps.db,
      {
        id,
        builtAt: new Date(rendered).toISOString(),
        compiled: 'c0de',
        products: 1,
        pages: 9,
        rendered,
        bytes: 1,
      },
      summaries.map((summary) => ({ summary, editor_id: editor.uid, created_at: 1 })),
      ['20261122-000000001-aaaaaaaa', id],
    )
  await record('20261122-000000001-aaaaaaaa', 1, ['Saved A'])
  await record('20261122-000000002-bbbbbbbb', 2, ['Saved B', 'Saved C'])
  await record('20261122-000000003-bbbbbbbb', 3, [])
  expect((await editor.get('/editor/releases')).body.releases).toMatchObject([
    { id: '20261122-000000003-bbbbbbbb', rendered: 5, changeCount: 2, state: 'live' },
    { id: '20261122-000000001-aaaaaaaa', rendered: 1, changeCount: 1, state: 'kept' },
  ])
})
