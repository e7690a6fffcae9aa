import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { watchCurrentRelease } from '#src/publish/hosting/file-table.ts'
import { findRelease } from '#src/publish/release/release.ts'
import { findCurrentReleaseId, getReleasesDir } from '#src/publish/release/releases.ts'
import { serveStatic } from '#src/run/serve-static.ts'
import { serveCatalog } from '#tests/helpers/catalog-api.ts'
import { serve } from '#tests/helpers/http-server.ts'
import { runCommand } from '#tests/helpers/site-process.ts'
import { readStored } from '#tests/helpers/stored-files.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const fixture = fileURLToPath(new URL('./fixture/', import.meta.url))
const publisher = 'tests/publish/publish-process.ts'
/** Of `npm test`; TORTURE_KILLS=100 makes more of them. */
const KILLS = Number(process.env['TORTURE_KILLS'] ?? 15)

/** The mark of a page of the fixture: the title of a product, which all products have. */
const markOf = (html: string): string => /revision-(.*?)-end/.exec(html)?.[1] ?? 'none'

/** Marks of all pages of the live release. */
function readMarks(releases: string): Set<string> {
  const release = findRelease(releases, findCurrentReleaseId(releases))
  if (!release) return new Set(['no release'])
  // The page of addresses without a page shows no product.
  const pages = [...release.files.values()].filter(
    ({ type, file }) => type.startsWith('text/html') && file !== '404.html',
  )
  return new Set(pages.map((file) => markOf(readStored(releases, file))))
}

/** Reads the live site in a loop. @returns a function that stops it and returns what it read. */
function startReading(releases: string) {
  let reading = true
  const seen = { reads: 0, bad: [] as string[] }
  const done = (async () => {
    while (reading) {
      const marks = readMarks(releases)
      seen.reads++
      if (marks.size !== 1 || marks.has('none') || marks.has('no release'))
        seen.bad.push([...marks].join(' and '))
      await sleep(5)
    }
  })()
  return async () => {
    reading = false
    await done
    return seen
  }
}

test(
  `${KILLS} publishers killed at any moment never leave an incomplete site (F20)`,
  async () => {
    using folder = createTempDir()
    await using api = await serveCatalog(folder.path)
    const releases = getReleasesDir(folder.path)
    const args = [fixture, folder.path, api.url]
    expect((await runCommand(publisher, {}, args).exited).stdout).toMatch(/^built /)
    // The second publish compiles nothing, as those that are killed.
    await api.setTitles('Second')
    const start = performance.now()
    expect((await runCommand(publisher, {}, args).exited).stdout).toMatch(/^built /)
    const buildMs = performance.now() - start

    const live = watchCurrentRelease(folder.path)
    const site = serveStatic({ getFileTable: live.getFileTable, https: false })
    await using server = await serve(site)
    const stop = startReading(releases)
    for (let kill = 0; kill < KILLS; kill++) {
      await api.setTitles(`Kill ${kill}`)
      const { child, exited } = runCommand(publisher, {}, args)
      await sleep(buildMs * ((kill + Math.random()) / KILLS))
      child.kill('SIGKILL')
      await exited
      live.refresh()
      const { status } = await fetch(server.url.replace('/api', '/shop'))
      expect(status).toBe(200)
    }
    await api.setTitles('After all')
    expect((await runCommand(publisher, {}, args).exited).stdout).toMatch(/^built /)
    const seen = await stop()
    live.stop()
    expect(seen.bad).toEqual([])
    expect(seen.reads).toBeGreaterThan(50)
    expect([...readMarks(releases)]).toEqual(['After all'])
    expect(readdirSync(releases).filter((name) => name.endsWith('.tmp'))).toEqual([])
  },
  600_000 + KILLS * 20_000,
)

test('concurrent publishers run one after the other, and the newer content wins (F21)', async () => {
  using folder = createTempDir()
  await using api = await serveCatalog(folder.path)
  const releases = getReleasesDir(folder.path)
  const args = [fixture, folder.path, api.url]
  for (let round = 0; round < 3; round++) {
    await api.setTitles(`Round ${round}`)
    const both = [runCommand(publisher, {}, args), runCommand(publisher, {}, args)]
    const outputs = (await Promise.all(both.map(({ exited }) => exited))).map(
      ({ stdout }) => stdout,
    )
    expect(outputs.map((line) => line.split(' ')[0]).sort()).toEqual(['built', 'same'])
    expect([...readMarks(releases)]).toEqual([`Round ${round}`])
  }
  expect(existsSync(join(releases, 'publish.lock'))).toBe(true)
}, 600_000)

test('a catalogue that changes during a build is on all pages or on none (F22)', async () => {
  using folder = createTempDir()
  await using api = await serveCatalog(folder.path)
  const args = [fixture, folder.path, api.url]
  const { exited } = runCommand(publisher, {}, args)
  let published = false
  void exited.then(() => {
    published = true
  })
  for (let change = 0; !published; change++) {
    await api.setTitles(`Change ${change}`)
    await sleep(20)
  }
  expect((await exited).stdout).toMatch(/^built /)
  expect(readMarks(getReleasesDir(folder.path)).size).toBe(1)
}, 600_000)
