import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SITE_PICTURES } from '#src/contract/content-values.ts'
import {
  FIRST_VIEW_WIDTHS,
  SEED_RENDITIONS,
  toSeedRendition,
} from '#src/server/core/media/seed-renditions.ts'
import { pictureHash } from '#src/server/core/media/store-picture.ts'
import { DEFAULT_SEED_DIR } from '#src/server/shop/seed/read-entries.ts'

test('every picture that a record can name has its renditions', () => {
  const files = new Set(readdirSync('src/assets/renditions'))
  const names = [
    ...SITE_PICTURES.slide.flatMap((name) => [`${name}-wide-2400.avif`, `${name}-square-900.webp`]),
    ...SITE_PICTURES.page.map((name) => `${name}-800.webp`),
  ]
  expect(names.filter((name) => !files.has(name))).toEqual([])
})

test('every picture of the seed has the renditions of its first view, and no others are there', () => {
  const folder = join(DEFAULT_SEED_DIR, 'pictures')
  const hashes = readdirSync(folder).map((file) => pictureHash(readFileSync(join(folder, file))))
  const wanted = hashes.flatMap((hash) =>
    FIRST_VIEW_WIDTHS.map((width) => toSeedRendition(hash, width)),
  )
  const hint = 'run npm run pictures'
  expect(readdirSync(SEED_RENDITIONS).toSorted(), hint).toEqual(wanted.toSorted())
})
