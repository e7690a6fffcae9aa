// Writes the font files of the first view: the characters that the shop's own texts use, in the
// weights that they have. Other Latin characters, e.g. of a name, are in the packages' own files.
// The rupee sign has a file of its own, because only the "latin-ext" file has it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const PACKAGES = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const TARGET = new URL('../src/assets/fonts/', import.meta.url)

const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, at) => String.fromCodePoint(0x20 + at))
const BASIC = `${ASCII.join('')}\u00a0©°·×éè–—‘’‚“”„•…₹™←↑→↓−`

const FONTS = [
  { name: 'cormorant', source: 'cormorant/files/cormorant-latin-wght-normal.woff2', text: BASIC },
  { name: 'figtree', source: 'figtree/files/figtree-latin-wght-normal.woff2', text: BASIC },
  { name: 'figtree-rupee', source: 'figtree/files/figtree-latin-ext-wght-normal.woff2', text: '₹' },
]

await mkdir(TARGET, { recursive: true })
for (const { name, source, text } of FONTS) {
  const subset = await subsetFont(await readFile(new URL(source, PACKAGES)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  })
  await writeFile(new URL(`${name}.woff2`, TARGET), subset)
  console.log(`Wrote src/assets/fonts/${name}.woff2, ${subset.byteLength} bytes.`)
}
