import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ChangedFiles } from '#src/publish/release/changed-files.ts'
import { readBase, writeRelease } from '#src/publish/release/release.ts'
import { describeBytes, getStoreDir, type ReleaseFile } from '#src/publish/release/release-files.ts'
import { createReleaseId, setCurrentRelease } from '#src/publish/release/releases.ts'
import { createRandom } from '#tools/random.ts'
import { RELEASE_HEADER } from '#tools/small-release.ts'
import { createTempDir } from '#tools/temp-dir.ts'

const createFile = (name: string): ReleaseFile => describeBytes(`${name}.html`, Buffer.from(name))

async function publish(releases: string, names: string[]) {
  const id = createReleaseId(new Date(), '1abcdef0')
  const folder = join(releases, `${id}.tmp`)
  mkdirSync(folder, { recursive: true })
  mkdirSync(getStoreDir(releases), { recursive: true })
  const files = new Map(names.map((name) => [`/${name}`, createFile(name)]))
  const { base } = await writeRelease(releases, folder, { ...RELEASE_HEADER, id, files })
  await setCurrentRelease(releases, id, folder)
  return { id, files, listPath: join(getStoreDir(releases), base.name) }
}

test('a list of 45,000 files is read while others are answered', async () => {
  using releases = createTempDir()
  const names = Array.from({ length: 45_000 }, (_, index) => `product/piece-${index}`)
  const { id, files } = await publish(releases.path, names)
  let turns = 0
  let isReading = true
  const count = () => {
    turns++
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const base = await readBase(releases.path, id, undefined)
  isReading = false
  expect(base?.files).toEqual(files)
  // The file is read in parts of 64 KB.
  expect(turns).toBeGreaterThan(50)
})

test('reads the list of a former version, which is one line, and none that it knows', async () => {
  using releases = createTempDir()
  const { id, files, listPath } = await publish(releases.path, ['a', 'b'])
  const base = await readBase(releases.path, id, undefined)
  expect(await readBase(releases.path, id, base)).toBe(base)
  writeFileSync(listPath, JSON.stringify(JSON.parse(readFileSync(listPath, 'utf8'))))
  expect((await readBase(releases.path, id, undefined))?.files).toEqual(files)
  writeFileSync(listPath, '[\n["/a"')
  expect(await readBase(releases.path, id, undefined)).toBeUndefined()
})

test('changed files are what a copy of the list with the changes is', () => {
  const random = createRandom(57)
  const pick = (count: number) => Array.from({ length: count }, () => `/${random.whole(0, 30)}`)
  for (let round = 0; round < 200; round++) {
    const list = new Map(pick(20).map((path) => [path, createFile(`list${path}`)]))
    const changes = new Map(
      pick(10).map((path) => [path, random.fraction() < 0.4 ? null : createFile(`new${path}`)]),
    )
    const copy = new Map(list)
    for (const [path, file] of changes)
      if (file) copy.set(path, file)
      else copy.delete(path)
    const changed = new ChangedFiles(list, changes)
    expect(new Map(changed)).toEqual(copy)
    expect(changed.size).toBe(copy.size)
    expect(new Set(changed.keys())).toEqual(new Set(copy.keys()))
    expect(new Set(changed.values())).toEqual(new Set(copy.values()))
    for (const path of [...list.keys(), ...changes.keys(), '/none']) {
      expect(changed.get(path)).toEqual(copy.get(path))
      expect(changed.has(path)).toBe(copy.has(path))
    }
  }
})
