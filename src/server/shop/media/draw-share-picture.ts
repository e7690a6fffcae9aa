import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import sharp from 'sharp'
import { SHARE_PICTURE_SIZE } from '#src/channels/share-picture.ts'
import { brand } from '#src/rules/brand.ts'
import { themeColours } from '#src/rules/theme.ts'
import { decode } from '../../core/media/decode.ts'

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE_SIZE
const PICTURE_WIDTH = 504
const MARGIN = 64
const TEXT_WIDTH = WIDTH - PICTURE_WIDTH - 2 * MARGIN

/** Tokens of the light mode (src/styles/tokens.css). */
const COLOURS = { ink: '#21140f', muted: '#60544b', accent: '#77502a', frame: '#ede7db' }

/** Sizes of the title. The largest one that fits is used; at the smallest one the title is shortened. */
const TITLE_SIZES = [84, 72, 60, 48]
const MAX_LINES = 4
const LINE_HEIGHT = 1.06

type Font = fontkit.Font

/** Opens fonts of one weight, which scripts/fonts.ts writes. The second one supplies missing characters. */
function openFonts(...names: string[]): Font[] {
  return names.map((name) => {
    const file = new URL(`../../../assets/fonts/share-${name}.woff2`, import.meta.url)
    const font = fontkit.create(readFileSync(file))
    if ('fonts' in font) throw new Error(`${name} is a collection of fonts.`)
    return font
  })
}

let fonts: { title: Font[]; text: Font[] } | undefined

/** Opened for the first picture, because most processes draw none. */
function getFonts() {
  fonts ??= { title: openFonts('cormorant'), text: openFonts('figtree', 'figtree-rupee') }
  return fonts
}

/** Splits a text into runs of one font. If no font has a letter, it is drawn without its accent. */
function toRuns(available: Font[], text: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = []
  const findFont = (character: string) =>
    available.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  for (const letter of text.normalize('NFC')) {
    const [base = ''] = letter.normalize('NFD')
    const character = findFont(letter) ? letter : base
    const font = findFont(character)
    const last = runs.at(-1)
    if (last && last.font === font) last.text += character
    else if (font) runs.push({ font, text: character })
  }
  return runs
}

const measureText = (available: Font[], text: string, size: number): number =>
  toRuns(available, text).reduce(
    (width, run) => width + (run.font.layout(run.text).advanceWidth / run.font.unitsPerEm) * size,
    0,
  )

/** Converts a text to path data, so that the machine needs no installed font. */
function outlineText(available: Font[], text: string, size: number, spacing = 0): string {
  let x = 0
  let path = ''
  for (const run of toRuns(available, text)) {
    const scale = size / run.font.unitsPerEm
    const { glyphs, positions } = run.font.layout(run.text)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0 } = positions[index] ?? {}
      path += glyph.path
        .scale(scale, -scale)
        .translate(x + xOffset * scale, 0)
        .toSVG()
      x += xAdvance * scale + spacing
    }
  }
  return path
}

function wrapTitle(title: string, size: number): string[] {
  const lines: string[] = []
  for (const word of title.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && fitsTitle(longer, size)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const fitsTitle = (text: string, size: number): boolean =>
  measureText(getFonts().title, text, size) <= TEXT_WIDTH

/** Returns the title in the largest size that fits; at the smallest size it is shortened. */
function fitTitle(title: string): { size: number; lines: string[] } {
  for (const size of TITLE_SIZES) {
    const lines = wrapTitle(title, size)
    if (lines.length <= MAX_LINES && lines.every((line) => fitsTitle(line, size)))
      return { size, lines }
  }
  const size = Math.min(...TITLE_SIZES)
  const lines = wrapTitle(title, size)
  const shown = lines.slice(0, MAX_LINES)
  if (lines.length > MAX_LINES) shown.push(`${shown.pop() ?? ''}…`)
  return { size, lines: shown.map((line) => cutLine(line, size)) }
}

function cutLine(line: string, size: number): string {
  let shortened = line
  while (!fitsTitle(shortened, size))
    shortened = `${shortened.replace(/…$/, '').slice(0, -1).trimEnd()}…`
  return shortened
}

const toPath = (path: string, x: number, y: number, colour: string): string =>
  `<path transform="translate(${x} ${y})" fill="${colour}" d="${path}"/>`

/** The lotus of src/ui/Logo.tsx. */
const LOGO =
  '<circle cx="20" cy="11" r="6.2"/><path d="M20 17.6c4 4.6 4 11 0 16.6-4-5.6-4-12 0-16.6z"/><path d="M15.7 22.5c-4.4-1.7-8-.8-11 1.3 2.4 6 8 9.7 15.3 10.2 7.3-.5 12.9-4.2 15.3-10.2-3-2.1-6.6-3-11-1.3"/>'

const NOTE_SIZE = 34
const NOTE_BASELINE = HEIGHT - MARGIN - 6
const TITLE_BASELINE = NOTE_BASELINE - 74

function toSvg(title: string, note: string): string {
  const { size, lines } = fitTitle(title)
  const { title: titleFonts, text: textFonts } = getFonts()
  const noteWidth = measureText(textFonts, note, NOTE_SIZE)
  const noteSize = NOTE_SIZE * Math.min(1, TEXT_WIDTH / noteWidth)
  const titlePaths = lines.map((line, index) => {
    const y = TITLE_BASELINE - (lines.length - 1 - index) * size * LINE_HEIGHT
    return toPath(outlineText(titleFonts, line, size), MARGIN, y, COLOURS.ink)
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<g transform="translate(${MARGIN - 6} ${MARGIN - 6}) scale(1.4)" fill="none" stroke="${COLOURS.accent}" stroke-width="1.4">${LOGO}</g>`,
    toPath(outlineText(titleFonts, brand.name, 46, 2.8), MARGIN + 66, MARGIN + 37, COLOURS.ink),
    ...titlePaths,
    toPath(outlineText(textFonts, note, noteSize), MARGIN, NOTE_BASELINE, COLOURS.muted),
    '</svg>',
  ].join('')
}

export interface ShareContent {
  title: string
  note: string
  /** Bytes of a picture file. */
  source: Uint8Array
  /** The point of the picture that stays visible, in percent. */
  focus?: { x: number; y: number } | undefined
}

async function cropPicture({ source, focus = { x: 50, y: 50 } }: ShareContent): Promise<Buffer> {
  const { autoOrient } = await (await decode(source)).metadata()
  const scale = Math.max(PICTURE_WIDTH / autoOrient.width, HEIGHT / autoOrient.height)
  const width = Math.max(PICTURE_WIDTH, Math.round(autoOrient.width * scale))
  const height = Math.max(HEIGHT, Math.round(autoOrient.height * scale))
  const picture = await decode(source)
  return picture
    .resize({ width, height, fit: 'fill' })
    .extract({
      left: Math.round(((width - PICTURE_WIDTH) * focus.x) / 100),
      top: Math.round(((height - HEIGHT) * focus.y) / 100),
      width: PICTURE_WIDTH,
      height: HEIGHT,
    })
    .flatten({ background: COLOURS.frame })
    .toBuffer()
}

/**
 * Draws a share picture: wordmark, title and note next to the picture.
 * @returns a JPEG.
 */
export async function drawSharePicture(content: ShareContent): Promise<Buffer> {
  const { light: background } = themeColours
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .composite([
      { input: await cropPicture(content), left: WIDTH - PICTURE_WIDTH, top: 0 },
      { input: Buffer.from(toSvg(content.title, content.note)), left: 0, top: 0 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}
