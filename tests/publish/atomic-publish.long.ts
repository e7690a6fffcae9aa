import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchCurrentRelease } from '#src/publish/hosting/file-table.ts'
import { getReleasesDir } from '#src/publish/release/releases.ts'
import { serveStatic } from '#src/run/serve-static.ts'
import { type CatalogApi, serveCatalog } from '#tests/helpers/catalog-api.ts'
import { isNightly } from '#tests/helpers/nightly.ts'
import { FIXTURE, findLiveRelease, readStored } from '#tests/helpers/stored-files.ts'
import { serve } from '#tools/http-server.ts'
import { createRandom } from '#tools/random.ts'
import { runCommand } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'

/** TORTURE_KILLS=100 makes more of them. */
const KILLS = Number(process.env['TORTURE_KILLS'] ?? (isNightly ? 10 : 1))
const { fraction } = createRandom(76)
const LIMIT_MS = 600_000 + KILLS * 20_000

const folder = createTempDir()
const releases = getReleasesDir(folder.path)
let api: CatalogApi

const startPublisher = () =>
  runCommand('tests/publish/publish-process.ts', {}, [FIXTURE, folder.path, api.url])

/** Marks of all pages of the live release: the title of a product, which all products have. */
function readMarks(): string[] {
  const files = [...(findLiveRelease(releases)?.files.values() ?? [])]
  // Other pages show no product.
  const pages = files.filter(({ file }) => /^(?:index|shop|product\/.*)\.html$/.test(file))
  const marks = pages.map((page) => /revision-(.*?)-end/.exec(readStored(releases, page))?.[1])
  return [...new Set(marks.map((mark) => mark ?? 'none'))]
}

/** Reads the live site in a loop. @returns a function that stops it and returns what it read. */
function startReading() {
  let reading = true
  const seen = { reads: 0, bad: [] as string[] }
  const done = (async () => {
    while (reading) {
      const marks = readMarks()
      seen.reads++
      if (marks.length !== 1 || marks[0] === 'none') seen.bad.push(marks.join(' and '))
      await sleep(5)
    }
  })()
  return async () => {
    reading = false
    await done
    return seen
  }
}

// The tests follow each other on one site, which is compiled once.
beforeAll(async () => {
  api = await serveCatalog(folder.path)
  expect((await startPublisher().exited).stdout).toMatch(/^built /)
}, LIMIT_MS)
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

describe('publishers of one site', { timeout: LIMIT_MS }, () => {
  test(`${KILLS} publishers killed at any moment never leave an incomplete site (F20)`, async () => {
    await api.setTitles('Second')
    const start = performance.now()
    expect((await startPublisher().exited).stdout).toMatch(/^built /)
    const buildMs = performance.now() - start

    const live = watchCurrentRelease(folder.path)
    const site = serveStatic({ getFileTable: live.getFileTable, https: false })
    await using server = await serve(site)
    const stop = startReading()
    for (let kill = 0; kill < KILLS; kill++) {
      await api.setTitles(`Kill ${kill}`)
      const { child, exited } = startPublisher()
      await sleep(buildMs * ((kill + fraction()) / KILLS))
      child.kill('SIGKILL')
      await exited
      await live.refresh()
      expect((await fetch(server.url.replace('/api', '/shop'))).status).toBe(200)
    }
    await api.setTitles('After all')
    expect((await startPublisher().exited).stdout).toMatch(/^built /)
    const seen = await stop()
    live.stop()
    expect(seen.bad).toEqual([])
    expect(seen.reads).toBeGreaterThan(50)
    expect(readMarks()).toEqual(['After all'])
    expect(readdirSync(releases).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('concurrent publishers run one after the other, and the newer content wins (F21)', async () => {
    for (const title of ['Round one', 'Round two']) {
      await api.setTitles(title)
      const both = await Promise.all([startPublisher().exited, startPublisher().exited])
      expect(both.map(({ stdout }) => stdout.split(' ')[0]).sort()).toEqual(['built', 'same'])
      expect(readMarks()).toEqual([title])
    }
  })

  test('a catalogue that changes during a build is on all pages or on none (F22)', async () => {
    await api.setTitles('Change')
    const { child, exited } = startPublisher()
    for (let change = 0; child.exitCode === null; change++) {
      await api.setTitles(`Change ${change}`)
      await sleep(20)
    }
    expect((await exited).stdout).toMatch(/^built /)
    expect(readMarks()).toEqual([expect.stringMatching(/^Change/)])
  })
})
