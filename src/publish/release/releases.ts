import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pLimit from 'p-limit'
import { DAY_MS, MINUTE_MS } from '#src/rules/constants.ts'
import { acquireLock } from '#src/server/core/db/file-lock.ts'
import { assertWritable } from '#src/server/core/startup-error.ts'
import { PublishError } from '../publish-error.ts'
import {
  findRelease,
  listUsedFiles,
  type Release,
  type ReleaseHeader,
  writeRelease,
} from './release.ts'
import { getStoreDir, type ReleaseFiles, sweepStore } from './release-files.ts'

/** Catalogues whose releases are kept at any age: the live one and five for a rollback. */
const KEPT_CATALOGS = 6

/** Files that are flushed to the disk at once. */
export const FLUSH_CONCURRENCY = 16

/** Releases are kept this long, so that an editor can roll back a mistake the next morning. */
const KEPT_MS = DAY_MS

/** The most releases of a day. */
const MAX_KEPT = 200

/** Releases are kept at least this long, because other processes may still serve them. */
const MIN_KEPT_MS = MINUTE_MS

const RELEASE_NAME = /^\d{8}-\d{6}(?:\d{3})?-[0-9a-f]{8}$/

/** Returns the folder of releases: `<id>/release.json`, `files`, and `current`, a link to one `<id>`. */
export const getReleasesDir = (dataDir: string): string => join(dataDir, 'releases')

/** Returns an id made of time (UTC) and fingerprint, e.g. `20261121-093000123-1a2b3c4d`. */
export function createReleaseId(createdAt: Date, fingerprint: string): string {
  const digits = createdAt.toISOString().replace(/\D/g, '')
  return `${digits.slice(0, 8)}-${digits.slice(8, 17)}-${fingerprint.slice(0, 8)}`
}

/** Finds the id of the live release. */
export function findCurrentReleaseId(releases: string): string | undefined {
  try {
    const id = readlinkSync(join(releases, 'current'))
    return RELEASE_NAME.test(id) ? id : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes the release in `folder` the live one atomically: readers see the old link or the new one. Each step flushes
 * its files before the next one, so a power failure leaves one complete release live.
 * @param stored names of files in the store that are not flushed yet.
 * @param onLive called before the link is flushed. Until then, a power failure restores the previous release.
 */
export async function setCurrentRelease(
  releases: string,
  id: string,
  folder: string,
  stored: Iterable<string> = [],
  onLive = () => {},
): Promise<void> {
  const store = getStoreDir(releases)
  const paths = [...[...stored].map((name) => join(store, name)), store]
  await Promise.all([pLimit(FLUSH_CONCURRENCY).map(paths, flush), flushFolder(folder)])
  await rename(folder, join(releases, id))
  await flush(releases)
  await linkCurrentRelease(releases, id, onLive)
}

/** Makes a kept release the live one atomically. The caller must hold the publish lock. */
async function linkCurrentRelease(releases: string, id: string, onLive: () => void): Promise<void> {
  const next = join(releases, `current.${process.pid}`)
  rmSync(next, { force: true })
  symlinkSync(id, next)
  renameSync(next, join(releases, 'current'))
  onLive()
  await flush(releases)
}

/** Waits until the content of a file, or the list of names of a folder, is on the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Does the same for a folder and all its files. */
export const flushFolder = (folder: string): Promise<unknown> =>
  pLimit(FLUSH_CONCURRENCY).map(listPaths(folder), flush)

/** Lists a folder and all in it, except links to files of the store, which are flushed there. */
const listPaths = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => {
      const stat = statSync(path)
      return stat.isDirectory() || stat.nlink === 1
    }),
]

/** Lists the ids of complete releases, oldest first. */
export const listReleases = (releases: string): string[] =>
  readdirSync(releases)
    .filter((name) => RELEASE_NAME.test(name))
    .sort()

/** Removes the leftovers of killed publishers. The caller must hold the publish lock. */
export function removeLeftovers(releases: string): void {
  mkdirSync(getStoreDir(releases), { recursive: true })
  for (const name of readdirSync(releases))
    if (name.endsWith('.tmp') || /^current\.\d+$/.test(name))
      rmSync(join(releases, name), { recursive: true, force: true })
}

/** Returns the part of an id that releases of one catalogue and code share. */
const toFingerprint = (id: string): string | undefined => id.split('-').at(-1)

/**
 * Removes the oldest releases, never the live one. Of the releases of one catalogue it keeps the last, which has the
 * deferred pages of the others. The caller must hold the publish lock.
 */
export async function pruneReleases(releases: string, now = new Date()): Promise<void> {
  const live = findCurrentReleaseId(releases)
  const idOf = (age: number) => createReleaseId(new Date(now.getTime() - age), '')
  const [young, ofToday] = [idOf(MIN_KEPT_MS), idOf(KEPT_MS)]
  const all = listReleases(releases)
  const last = new Map(all.map((id) => [toFingerprint(id), id]))
  const catalogs = [...last.values()].sort()
  const today = catalogs.filter((id) => id >= ofToday).slice(-MAX_KEPT)
  const kept = new Set([live, ...catalogs.slice(-KEPT_CATALOGS), ...today])
  const old = all.filter((id) => !kept.has(id) && id < young)
  for (const id of old) await rm(join(releases, id), { recursive: true, force: true })
}

/** Removes files that no release and no list of a release has. The caller must hold the publish lock. */
export async function pruneFiles(releases: string): Promise<void> {
  const used = await listUsedFiles(releases, listReleases(releases))
  await sweepStore(getStoreDir(releases), used)
}

/** Rendered pages after which unused files are removed. */
const SWEEP_INTERVAL = 2_000

export const countUnswept = (release: Pick<ReleaseHeader, 'unswept'> | undefined): number =>
  release?.unswept ?? SWEEP_INTERVAL

/** The releases of a data folder, for a process that publishes. */
export interface ReleaseStore {
  folder: string
  /** Runs `job` while no other process publishes. */
  runLocked<T>(job: () => Promise<T>): Promise<T>
  findLive(): Release | undefined
  /** Writes a release and makes it the live one atomically. @param flushed settles once the pages are on the disk. */
  publish(
    header: ReleaseHeader,
    files: ReleaseFiles,
    stored: string[],
    flushed: Promise<unknown>,
  ): Promise<Release>
  /** Makes a kept release the live one again. @throws PublishError if its files no longer exist. */
  rollBack(id: string): Promise<Release>
  /** Leaves the live release as it is, which other settings may have made. */
  keep(release: Release): Promise<void>
  /** Lists the ids of the releases whose files exist. */
  list(): string[]
}

interface Options {
  /** Called if this process waits for the publish of another one. */
  onWait?: () => void
  /** Called before a release becomes live, and if it stays live, to write more into its folder. */
  onRelease?: ((folder: string, release: Release) => Promise<void>) | undefined
  /** Called once a release is live. */
  onLive?: ((release: Release) => void) | undefined
  signal?: AbortSignal | undefined
}

export function openReleases(
  dataDir: string,
  { onWait = () => {}, onRelease, onLive, signal }: Options = {},
): ReleaseStore {
  const folder = getReleasesDir(resolve(dataDir))
  assertWritable(folder)
  /** This process does not read its own releases again. */
  let live: Release | undefined

  function findLive(): Release | undefined {
    const id = findCurrentReleaseId(folder)
    if (live === undefined || live.id !== id) live = findRelease(folder, id, live?.base)
    return live
  }

  function show(release: Release): void {
    live = release
    onLive?.(release)
  }

  return {
    folder,
    async runLocked(job) {
      const unlock = await acquireLock(join(folder, 'publish.lock'), onWait, signal)
      try {
        removeLeftovers(folder)
        return await job()
      } finally {
        unlock()
      }
    },
    findLive,
    async publish(header, files, stored, flushed) {
      const before = findLive()?.base
      const part = join(folder, `${header.id}.tmp`)
      try {
        mkdirSync(part)
        const isDue = countUnswept(header) >= SWEEP_INTERVAL
        const whole = { ...header, unswept: isDue ? 0 : header.unswept, files }
        const release = await writeRelease(folder, part, whole, before)
        await onRelease?.(part, release)
        signal?.throwIfAborted()
        const unflushed = release.base === before ? stored : [...stored, release.base.name]
        await flushed
        await setCurrentRelease(folder, header.id, part, unflushed, () => show(release))
        // A file that stays does no harm.
        await pruneReleases(folder).catch(() => {})
        if (isDue) await pruneFiles(folder).catch(() => {})
        return release
      } finally {
        rmSync(part, { recursive: true, force: true })
      }
    },
    async rollBack(id) {
      const release = findRelease(folder, id, live?.base)
      if (!release) throw new PublishError(`The files of the release ${id} are gone.`)
      await linkCurrentRelease(folder, id, () => show(release))
      return release
    },
    keep: async (release) => onRelease?.(join(folder, release.id), release),
    list: () => listReleases(folder),
  }
}
