// Renditions of the pictures of the home and about pages. They change about once a season, so
// they are made by hand (`node scripts/site-pictures.ts`) and committed: no build waits for them.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { siteSharePicture } from '#src/channels/share-picture.ts'
import { drawSharePicture } from '#src/server/shop/media/draw-share-picture.ts'

const source = (name: string) =>
  fileURLToPath(new URL(`../src/assets/site/${name}.webp`, import.meta.url))
const folder = new URL('../src/assets/renditions/', import.meta.url)
const target = (file: string) => fileURLToPath(new URL(file, folder))

/**
 * Where the square for phones begins, in pixels from the left of 2400. Phones show its middle, some 950 pixels
 * wide, which has the pieces that the words of the slide name.
 */
const HEROES = { noir: 905, emerald: 850, ivory: 642, terracotta: 1050 }
const WIDE = [1280, 1920, 2400]
const SQUARE = [640, 900, 1350]
const SQUARE_SIDE = 1350

const about = ['dial', 'filigree', 'last', 'stilllife', 'stitch', 'zari']
const ABOUT = [480, 800, 1200]
/** Parts of heroes for other pages, from the left of 2400. */
const HERO_PARTS = { emerald: 600, noir: 600, terracotta: 600 }

/** @param webp widths that are made as WebP, too: the small one for the studio, the middle one for browsers without AVIF. */
async function write(
  picture: Sharp,
  name: string,
  widths: number[],
  webp = widths.slice(0, 2),
): Promise<void> {
  for (const width of widths) {
    const sized = picture.clone().resize({ width })
    const file = target(`${name}-${width}`)
    await sized.avif({ quality: 58, effort: 5 }).toFile(`${file}.avif`)
    if (webp.includes(width)) await sized.webp({ quality: 78, effort: 5 }).toFile(`${file}.webp`)
  }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const [mood, left] of Object.entries(HEROES)) {
  // The terracotta ground is a shade too light for ivory words at 4.5 : 1.
  const brightness = mood === 'terracotta' ? 0.9 : 1
  const picture = sharp(source(`hero-${mood}`)).modulate({ brightness })
  const square = { left, top: 0, width: SQUARE_SIDE, height: SQUARE_SIDE }
  await write(picture, `hero-${mood}-wide`, WIDE, [])
  await write(picture.clone().extract(square), `hero-${mood}-square`, SQUARE)
}
for (const [mood, left] of Object.entries(HERO_PARTS)) {
  const part = sharp(source(`hero-${mood}`)).extract({ left, top: 0, width: 1800, height: 1350 })
  await write(part, `about-${mood}`, ABOUT)
}
for (const name of about) await write(sharp(source(`about-${name}`)), `about-${name}`, ABOUT)

const share = await drawSharePicture({
  ...siteSharePicture,
  source: await readFile(source('hero-ivory')),
  focus: { x: 93, y: 50 },
})
await writeFile(new URL(`../public${siteSharePicture.url}`, import.meta.url), share)
