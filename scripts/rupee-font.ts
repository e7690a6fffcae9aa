// The rupee sign is not in the "latin" files of the font packages. This draws it from the same
// face into a file of its own, so that a price needs no second family and no 10 kB subset.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const SOURCE = new URL(
  '../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2',
  import.meta.url,
)
const TARGET = new URL('../src/assets/fonts/figtree-rupee.woff2', import.meta.url)

const subset = await subsetFont(await readFile(SOURCE), '₹', { targetFormat: 'woff2' })
await mkdir(new URL('.', TARGET), { recursive: true })
await writeFile(TARGET, subset)
console.log(`Wrote src/assets/fonts/figtree-rupee.woff2, ${subset.byteLength} bytes.`)
