// The icons that must be bitmaps, drawn from the favicon on the brand's background colour.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { themeColours } from '../src/rules/theme.ts'

const GOLD = '#dcbc82'

const publicFile = (name: string) => fileURLToPath(new URL(`../public/${name}`, import.meta.url))

const mark = (await readFile(publicFile('favicon.svg'), 'utf8'))
  .replace(/<style>.*<\/style>/s, '')
  .replace('<g ', `<g stroke="${GOLD}" `)

async function draw(name: string, size: number): Promise<void> {
  const inner = Math.round(size * 0.6)
  const lotus = await sharp(Buffer.from(mark), { density: 1200 }).resize(inner, inner).toBuffer()
  await sharp({ create: { width: size, height: size, channels: 3, background: themeColours.dark } })
    .composite([{ input: lotus }])
    .png({ palette: true })
    .toFile(publicFile(name))
}

await draw('apple-touch-icon.png', 180)
await draw('icon-192.png', 192)
await draw('icon-512.png', 512)
