// Generates the font files of the first view: the characters of the shop's own texts, in the used weights. Other
// Latin characters, e.g. of a name, are in the files of the packages. The rupee sign has a separate file, because
// only the "latin-ext" file contains it. Share pictures (src/server/shop/media/draw-share-picture.ts) use files of
// one weight with all Latin letters. So do PDFs of tax documents (src/server/shop/orders/document-pdf.ts), as
// TrueType: pdfkit cannot subset a woff2 file, and would decompress a woff file again for each table.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const PACKAGES = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const TARGET = new URL('../src/assets/fonts/', import.meta.url)

const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) =>
  String.fromCodePoint(0x20 + index),
)
const BASIC = `${ASCII.join('')}\u00a0©°·×éè–—‘’‚“”„•…₹™←↑→↓−`

/**
 * Characters of headings. The file has to fit the first round trip of a connection, about 14 kB.
 * Other characters come from the package's file.
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

const DOCUMENT = { targetFormat: 'truetype' }

const FONTS = [
  { ...BROWSER, name: 'cormorant', source: CORMORANT, text: HEADINGS },
  { ...BROWSER, name: 'figtree', source: FIGTREE, text: BASIC },
  { ...BROWSER, name: 'figtree-rupee', source: FIGTREE_EXT, text: '₹' },
  { name: 'share-cormorant', source: CORMORANT, text: LATIN, wght: range(600) },
  { name: 'share-figtree', source: FIGTREE, text: LATIN, wght: range(500) },
  { name: 'share-figtree-rupee', source: FIGTREE_EXT, text: '₹', wght: range(500) },
  { ...DOCUMENT, name: 'document-regular', source: FIGTREE, text: LATIN, wght: range(400) },
  { ...DOCUMENT, name: 'document-bold', source: FIGTREE, text: LATIN, wght: range(600) },
  { ...DOCUMENT, name: 'document-rupee', source: FIGTREE_EXT, text: '₹', wght: range(400) },
]

await mkdir(TARGET, { recursive: true })
for (const { name, source, text, wght, ...options } of FONTS) {
  const subset = await subsetFont(await readFile(new URL(source, PACKAGES)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght },
    ...options,
  })
  const type = 'targetFormat' in options ? 'ttf' : 'woff2'
  await writeFile(new URL(`${name}.${type}`, TARGET), subset)
}
