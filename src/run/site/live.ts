import { tryRelease } from '#src/publish/release.ts'
import { currentRelease, releasesIn } from '#src/publish/releases.ts'
import { type Table, tableOf } from './table.ts'

const LOOK_EVERY_MS = 1_000

export interface LiveSite {
  table: () => Table | undefined
  /** Looks at once whether another release is live. */
  look: () => void
  stop: () => void
}

/** The live release, followed: a publish by any process is served within a second. */
export function followLive(dataDir: string): LiveSite {
  const releases = releasesIn(dataDir)
  let table: Table | undefined
  const look = () => {
    const id = currentRelease(releases)
    if (id === undefined || id === table?.id) return
    const release = tryRelease(releases, id)
    if (release) table = tableOf(releases, release)
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return { table: () => table, look, stop: () => clearInterval(timer) }
}
