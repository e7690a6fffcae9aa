import { acquireLock } from './lock.ts'
import { PublishError } from './publish-error.ts'
import { findRelease, type Release } from './release.ts'
import { getReleasesDir, linkCurrentRelease } from './releases.ts'

/**
 * Makes a kept release the live one again.
 * @throws PublishError when its files are gone.
 */
export async function rollBack(
  dataDir: string,
  id: string,
  signal?: AbortSignal,
): Promise<Release> {
  const releases = getReleasesDir(dataDir)
  const unlock = await acquireLock(releases, () => {}, signal)
  try {
    const release = findRelease(releases, id)
    if (!release) throw new PublishError(`The files of the release ${id} are gone.`)
    await linkCurrentRelease(releases, id)
    return release
  } finally {
    unlock()
  }
}
