// Writes the font files of the first view: the characters that the shop's own texts use, in the
// weights that they have. Other Latin characters, e.g. of a name, are in the packages' own files.
// The rupee sign has a file of its own, because only the "latin-ext" file has it. Share pictures
// (src/server/shop/media/draw-share-picture.ts) have files of one weight with all Latin letters.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const PACKAGES = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const TARGET = new URL('../src/assets/fonts/', import.meta.url)

const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) =>
  String.fromCodePoint(0x20 + index),
)
const BASIC = `${ASCII.join('')}\u00a0©°·×éè–—‘’‚“”„•…₹™←↑→↓−`

/**
 * What headings have: the file has to fit the first round trip of a connection, some 14 kB. Other signs come with
 * the package's own file.
 */
const HEADINGS = [...BASIC]
  .filter((sign) => !/[#$*+<=>@[\\\]^_`{|}~©°×‚„•™←↑→↓−₹]/.test(sign))
  .join('')

const LETTERS = Array.from({ length: 0x17e - 0xa1 + 1 }, (_, index) =>
  String.fromCodePoint(0xa1 + index),
)
const LATIN = `${BASIC}${LETTERS.join('')}`

const CORMORANT = 'cormorant/files/cormorant-latin-wght-normal.woff2'
const FIGTREE = 'figtree/files/figtree-latin-wght-normal.woff2'
const FIGTREE_EXT = 'figtree/files/figtree-latin-ext-wght-normal.woff2'
const range = (min: number, max = min) => ({ min, max })

/** Kerning, and the figures of the style sheets. Ligatures would be a fifth of Cormorant's bytes. */
const keepFeatures = ['kern', 'lnum', 'tnum']

const BROWSER = { wght: range(400, 600), keepFeatures }

const FONTS = [
  { ...BROWSER, name: 'cormorant', source: CORMORANT, text: HEADINGS },
  { ...BROWSER, name: 'figtree', source: FIGTREE, text: BASIC },
  { ...BROWSER, name: 'figtree-rupee', source: FIGTREE_EXT, text: '₹' },
  { name: 'share-cormorant', source: CORMORANT, text: LATIN, wght: range(600) },
  { name: 'share-figtree', source: FIGTREE, text: LATIN, wght: range(500) },
  { name: 'share-figtree-rupee', source: FIGTREE_EXT, text: '₹', wght: range(500) },
]

await mkdir(TARGET, { recursive: true })
for (const { name, source, text, wght, ...features } of FONTS) {
  const subset = await subsetFont(await readFile(new URL(source, PACKAGES)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght },
    ...features,
  })
  await writeFile(new URL(`${name}.woff2`, TARGET), subset)
}
