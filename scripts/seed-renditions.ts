// Renditions of the first view of the pictures that the shop comes with. They take a quarter of an hour and
// change with their pictures only, so they are made by hand (`node scripts/seed-renditions.ts`) and
// committed: no first visitor waits for them. Those that exist stay.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { printLine } from '#src/run/console-output.ts'
import { QUALITY } from '#src/server/core/media/renditions.ts'
import {
  FIRST_VIEW_WIDTHS,
  SEED_RENDITIONS,
  toSeedRendition,
} from '#src/server/core/media/seed-renditions.ts'
import { pictureHash } from '#src/server/core/media/store-picture.ts'
import { DEFAULT_SEED_DIR } from '#src/server/shop/seed/read-entries.ts'

/** Takes 30 times as long as the effort of a running shop, for a tenth less bytes. */
const EFFORT = 4

const folder = join(DEFAULT_SEED_DIR, 'pictures')
const existing = new Set(await readdir(SEED_RENDITIONS).catch(() => []))
const wanted = new Set<string>()
for (const file of await readdir(folder)) {
  const source = await readFile(join(folder, file))
  for (const width of FIRST_VIEW_WIDTHS) {
    const name = toSeedRendition(pictureHash(source), width)
    wanted.add(name)
    if (existing.has(name)) continue
    const avif = { quality: QUALITY.avif.quality, effort: EFFORT }
    const bytes = await sharp(source).resize({ width }).avif(avif).toBuffer()
    await writeFile(join(SEED_RENDITIONS, name), bytes)
    printLine(`${file} ${width}: ${bytes.byteLength} bytes`)
  }
}
for (const name of existing) if (!wanted.has(name)) await rm(join(SEED_RENDITIONS, name))
