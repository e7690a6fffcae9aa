import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Product } from '#src/contract/catalog.ts'
import { findCompiledApp, storeCompiledApp } from '#src/publish/release/compiled-apps.ts'
import { writeRelease } from '#src/publish/release/release.ts'
import { createReleaseId } from '#src/publish/release/releases.ts'
import { createOnDemandRenderer } from '#src/publish/render/on-demand-renderer.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { RELEASE_HEADER } from '#tools/small-release.ts'

const product = { slug: 'moon' } as unknown as Product

/** An app whose pages say which one it is; it needs a chunk, as those of Astro do. */
const toApp = (text: string) => `
export const app = {
  async render() {
    const { title } = await import('./chunk.mjs')
    return new Response(title + '${text}', { headers: { 'content-security-policy': 'x' } })
  },
}`

/** A folder of releases that two versions of a shop are published to. */
const test = base.extend('machine', ({ folder }, { onCleanup }) => {
  const releases = join(folder, 'releases')
  const checkout = join(folder, 'checkout')
  const logs: string[] = []
  let release: { id: string; compiled: string } | undefined
  const renderer = createOnDemandRenderer({
    releases,
    getRelease: () => release,
    getCode: () => 'first',
    readContent: async () => [],
    log: (_level, message) => void logs.push(message),
  })
  onCleanup(() => renderer[Symbol.asyncDispose]())
  let published = 0
  return {
    releases,
    logs,
    /** The app of a version, as a publisher compiles and stores it. */
    store: async (code: string, source = toApp(code)) => {
      const server = join(checkout, code, 'server')
      mkdirSync(server, { recursive: true })
      writeFileSync(join(server, 'entry.mjs'), source)
      writeFileSync(join(server, 'chunk.mjs'), 'export const title = "Page of "')
      const entry = join(server, 'entry.mjs')
      const site = { key: code, code, env: {}, entry, client: '', files: {}, routes: [] }
      await storeCompiledApp(releases, site)
      // The machine that serves has no checkout of the publisher.
      rmSync(checkout, { recursive: true })
    },
    publish: async (compiled: string) => {
      const id = createReleaseId(new Date(published++), 'a0a0a0a0')
      mkdirSync(join(releases, id), { recursive: true })
      mkdirSync(join(releases, 'files'), { recursive: true })
      const header = { ...RELEASE_HEADER, id, compiled, files: new Map() }
      release = await writeRelease(releases, join(releases, id), header)
      return id
    },
    render: () => renderer.renderProduct(product).catch((error: unknown) => error),
  }
})

const missing = {
  name: 'HttpError',
  status: 503,
  retryAfter: undefined,
  message: 'This page cannot be rendered until the shop is published again.',
}

test('follows the live release, and says why where it cannot render its pages', async ({
  machine,
}) => {
  const { logs, store, publish, render } = machine
  expect(await render()).toMatchObject({
    status: 503,
    retryAfter: 3,
    message: 'The shop has not been published yet.',
  })
  await publish('first')
  expect(await render()).toMatchObject(missing)
  expect(await render()).toMatchObject(missing)
  expect(logs).toEqual(['the live release has no compiled site'])
  await store('first')
  expect(await render()).toBe('Page of first')

  // A version that can be rendered is, though this process is of another.
  await store('second')
  expect(await render()).toBe('Page of first')
  await publish('second')
  expect(await render()).toBe('Page of second')
  await store('third', 'export const app = { render() { throw new Error("new inputs") } }')
  await publish('third')
  expect(await render()).toMatchObject({
    name: 'HttpError',
    status: 503,
    retryAfter: undefined,
    message: expect.stringContaining('this server runs another version of the shop'),
  })
  expect(logs.at(-1)).toBe('the live release is of another version than this process')
  await publish('first')
  expect(await render()).toBe('Page of first')
})

test('a page that fails in the same version gives the reason', async ({ machine }) => {
  const { store, publish, render } = machine
  await store('first', 'export const app = { render() { throw new Error("no picture") } }')
  await publish('first')
  const reason = 'The page cannot be rendered: no picture'
  expect(await render()).toMatchObject({ name: 'HttpError', status: 500, message: reason })
})

test('an app stays while a kept release names it, and is removed with the next one', async ({
  machine,
}) => {
  const { releases, store, publish } = machine
  const list = () => readdirSync(join(releases, 'compiled')).sort()
  await store('first')
  const former = await publish('first')
  await store('second')
  await publish('second')
  mkdirSync(join(releases, 'compiled/third.of-a-killed-publisher'))
  expect(findCompiledApp(releases, 'first')).toMatchObject({ code: 'first', env: {}, routes: [] })
  rmSync(join(releases, former), { recursive: true })
  await store('third')
  expect(list()).toEqual(['second', 'third'])
  await store('third')
  expect(list()).toEqual(['second', 'third'])

  // A description that a power failure has cut is written again.
  writeFileSync(join(releases, 'compiled/third/app.json'), '{')
  expect(findCompiledApp(releases, 'third')).toBeUndefined()
  await store('third')
  expect(findCompiledApp(releases, 'third')).toMatchObject({ code: 'third' })
})
