import { findRelease, type Release } from '#src/publish/release.ts'
import { findCurrentReleaseId, getReleasesDir } from '#src/publish/releases.ts'
import { type RouteTable, toRouteTable } from './route-table.ts'

const POLL_INTERVAL_MS = 1_000

export interface ReleaseWatcher {
  getRouteTable: () => RouteTable | undefined
  /** Checks immediately for another live release. */
  refresh: () => void
  /** Serves a release that has just gone live, without reading it again. */
  show: (release: Release) => void
  stop: () => void
}

/** Polls for the live release: a publish by any process is served within a second. */
export function watchCurrentRelease(dataDir: string): ReleaseWatcher {
  const releases = getReleasesDir(dataDir)
  let table: RouteTable | undefined
  let live: Release | undefined
  const refresh = () => {
    const id = findCurrentReleaseId(releases)
    if (id === undefined || id === table?.id) return
    const release = findRelease(releases, id, live)
    if (release) show(release)
  }
  const show = (release: Release) => {
    if (release.id === table?.id) return
    live = release
    table = toRouteTable(releases, release)
  }
  refresh()
  const timer = setInterval(refresh, POLL_INTERVAL_MS)
  timer.unref()
  return { getRouteTable: () => table, refresh, show, stop: () => clearInterval(timer) }
}
