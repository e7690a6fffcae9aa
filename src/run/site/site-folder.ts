import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getStoreDir, linkFile, toStoreName } from '#src/publish/file-store.ts'
import type { Release } from '#src/publish/release.ts'
import { writeHeaderFiles } from './header-files.ts'
import type { HeaderOptions } from './headers.ts'

/**
 * Writes a release as a folder `site` of links to its files, with the header files, for nginx and
 * static hosts. Keeps a folder that is there.
 * @param folder of the release.
 */
export async function writeSiteFolder(
  releases: string,
  folder: string,
  release: Release,
  options: HeaderOptions,
): Promise<void> {
  const site = join(folder, 'site')
  if (!existsSync(site)) {
    const part = `${site}.part`
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part)
    for (const file of release.files.values())
      linkFile(join(getStoreDir(releases), toStoreName(file)), join(part, file.file), file)
    renameSync(part, site)
  }
  await writeHeaderFiles(releases, folder, release, options)
}
