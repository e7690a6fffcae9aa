import { findRelease } from '#src/publish/release.ts'
import { findCurrentReleaseId, getReleasesDir } from '#src/publish/releases.ts'
import { type RouteTable, toRouteTable } from './route-table.ts'

const LOOK_EVERY_MS = 1_000

export interface ReleaseWatcher {
  table: () => RouteTable | undefined
  /** Looks at once whether another release is live. */
  refresh: () => void
  stop: () => void
}

/** The live release, followed: a publish by any process is served within a second. */
export function watchCurrentRelease(dataDir: string): ReleaseWatcher {
  const releases = getReleasesDir(dataDir)
  let table: RouteTable | undefined
  const look = () => {
    const id = findCurrentReleaseId(releases)
    if (id === undefined || id === table?.id) return
    const release = findRelease(releases, id)
    if (release) table = toRouteTable(releases, release)
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return { table: () => table, refresh: look, stop: () => clearInterval(timer) }
}
