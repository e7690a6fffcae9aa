import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { acquireLock } from '#src/server/db/file-lock.ts'
import { assertWritable } from '#src/server/startup-error.ts'
import { PublishError } from '../publish-error.ts'
import { findRelease, type Release, type ReleaseHeader, writeRelease } from './release.ts'
import type { ReleaseFiles } from './release-files.ts'
import {
  findCurrentReleaseId,
  getReleasesDir,
  linkCurrentRelease,
  listReleases,
  pruneFiles,
  pruneReleases,
  removeLeftovers,
  setCurrentRelease,
} from './releases.ts'

/** The releases of a data folder, for a process that publishes. */
export interface ReleaseStore {
  folder: string
  /** Runs `job` while no other process publishes. */
  runLocked<T>(job: () => Promise<T>): Promise<T>
  findLive(): Release | undefined
  /** Writes a release and makes it the live one atomically. */
  publish(header: ReleaseHeader, files: ReleaseFiles, stored: string[]): Promise<Release>
  /**
   * Makes a kept release the live one again.
   * @throws PublishError when its files are gone.
   */
  rollBack(id: string): Promise<Release>
  /** Ids of the releases whose files exist. */
  list(): string[]
}

interface Options {
  dataDir: string
  onProgress: (line: string) => void
  /** Called before a release goes live, to write more into its folder. */
  onRelease?: ((folder: string, release: Release) => Promise<void>) | undefined
  /** Called when a release has gone live. */
  onLive?: ((release: Release) => void) | undefined
  signal?: AbortSignal | undefined
}

export function openReleases(options: Options): ReleaseStore {
  const { onProgress, onRelease, onLive, signal } = options
  const folder = getReleasesDir(resolve(options.dataDir))
  assertWritable(folder)
  /** What this process has published is not read again. */
  let live: Release | undefined

  function findLive(): Release | undefined {
    const id = findCurrentReleaseId(folder)
    if (live === undefined || live.id !== id) live = findRelease(folder, id, live)
    return live
  }

  function show(release: Release): Release {
    live = release
    onLive?.(release)
    return release
  }

  return {
    folder,
    async runLocked(job) {
      const onWait = () => onProgress('Another publish is running, waiting for it.')
      const unlock = await acquireLock(join(folder, 'publish.lock'), onWait, signal)
      try {
        removeLeftovers(folder)
        return await job()
      } finally {
        unlock()
      }
    },
    findLive,
    async publish(header, files, stored) {
      const before = findLive()?.base
      const part = join(folder, `${header.id}.tmp`)
      try {
        mkdirSync(part)
        const release = writeRelease(folder, part, { ...header, files }, before)
        await onRelease?.(part, release)
        signal?.throwIfAborted()
        const isNewList = release.base !== before
        const unflushed = isNewList ? [...stored, release.base.name] : stored
        await setCurrentRelease(folder, header.id, part, unflushed)
        show(release)
        await pruneReleases(folder)
        // Files without a release add up until then.
        if (isNewList) await pruneFiles(folder)
        return release
      } finally {
        rmSync(part, { recursive: true, force: true })
      }
    },
    async rollBack(id) {
      const release = findRelease(folder, id, live)
      if (!release) throw new PublishError(`The files of the release ${id} are gone.`)
      await linkCurrentRelease(folder, id)
      return show(release)
    },
    list: () => listReleases(folder),
  }
}
