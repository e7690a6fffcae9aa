import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Renditions of the pictures that the shop comes with, made by `scripts/seed-renditions.ts`. */
export const SEED_RENDITIONS = join(import.meta.dirname, '../../../../seed/renditions')

/** Widths that the first view of most windows shows, as AVIF: thumbnails, cards and a large picture. */
export const FIRST_VIEW_WIDTHS = [240, 480, 752] as const

export const toSeedRendition = (hash: string, width: number): string => `${hash}-${width}.avif`

let files: Promise<Set<string>> | undefined

/** @returns the renditions of a picture that the shop comes with. */
export async function listSeedRenditions(hash: string) {
  files ??= readdir(SEED_RENDITIONS).then(
    (names) => new Set(names),
    () => new Set(),
  )
  const existing = await files
  return FIRST_VIEW_WIDTHS.map((width) => ({ name: toSeedRendition(hash, width), width }))
    .filter(({ name }) => existing.has(name))
    .map(({ name, width }) => ({ path: join(SEED_RENDITIONS, name), width, format: 'avif' }))
}

/** @returns the path of a rendition that the shop comes with. */
export const findSeedRendition = async (
  hash: string,
  width: number,
  format: string,
): Promise<string | undefined> =>
  (await listSeedRenditions(hash)).find((file) => file.width === width && file.format === format)
    ?.path
