import { readFileSync } from 'node:fs'
import anyAscii from 'any-ascii'
import PDFDocument from 'pdfkit'
import type { DocumentBody } from '#src/contract/orders.ts'
import {
  DOCUMENT_COLUMNS,
  describeLine,
  labelTax,
  listDocumentFacts,
  REVERSE_CHARGE,
  toSignature,
} from '#src/editing/document-facts.ts'
import { brand } from '#src/rules/brand.ts'
import { formatRupees } from '#src/rules/money.ts'
import { parseDocument } from './documents.ts'
import type { DocumentRow } from './tables.ts'

// The PDF of a tax document is drawn from its body alone. Its dates and its id come from the row, and nothing is
// compressed, so that two prints are equal byte by byte.

type Pdf = InstanceType<typeof PDFDocument>
type Weight = 'regular' | 'bold'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 45
const INNER = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN
const INK = '#21140f'
const MUTED = '#60544b'
const LINE = '#c9bfb0'
const SIZE = 9
const ROW = 12.5

const openFont = (name: string): Buffer =>
  readFileSync(new URL(`../../../assets/fonts/document-${name}.ttf`, import.meta.url))

/** Fonts that scripts/fonts.ts writes. Another file has the rupee sign. */
const loadFonts = () => ({
  regular: openFont('regular'),
  bold: openFont('bold'),
  rupee: openFont('rupee'),
})

let fonts: ReturnType<typeof loadFonts> | undefined

/** Most Latin letters, and the signs that the shop's own texts use. */
const PRINTABLE = /^[\x20-\x7e\u00a0-\u017e–—‘’‚“”„•…₹]$/u

/** Writes other letters, e.g. those of a name in Devanagari, in Latin ones. */
const toPrintable = (text: string): string =>
  Array.from(text.normalize('NFC'), (sign) =>
    PRINTABLE.test(sign) || sign === '\n' ? sign : anyAscii(sign),
  ).join('')

interface TextOptions {
  weight?: Weight
  size?: number
  colour?: string
  align?: 'left' | 'right'
}

/** A page under way; `y` is where the next part begins. */
class Sheet {
  readonly pdf: Pdf
  y = MARGIN

  constructor(pdf: Pdf) {
    this.pdf = pdf
  }

  /** Sets the font of a run, which is the rupee sign or has none. */
  private use(run: string, { weight = 'regular', size = SIZE }: TextOptions): void {
    this.pdf.font(run === RUPEE ? 'rupee' : weight).fontSize(size)
  }

  /** The lines of a text in a column. */
  private wrap(text: string, width: number, options: TextOptions): string[] {
    const fits = (line: string) => this.measure(line, options) <= width
    return toPrintable(text)
      .split('\n')
      .flatMap((paragraph) => {
        if (fits(paragraph)) return [paragraph]
        const lines: string[] = []
        let line = ''
        for (const word of paragraph.split(/\s+/).flatMap((word) => breakWord(word, fits))) {
          const longer = line === '' ? word : `${line} ${word}`
          if (line !== '' && !fits(longer)) {
            lines.push(line)
            line = word
          } else line = longer
        }
        return [...lines, line]
      })
  }

  private measure(text: string, options: TextOptions): number {
    return toRuns(text).reduce((width, run) => {
      this.use(run, options)
      return width + this.pdf.widthOfString(run)
    }, 0)
  }

  /** Draws a text from `top` on. @returns where it ends. */
  write(text: string, x: number, top: number, width: number, options: TextOptions = {}): number {
    const height = ((options.size ?? SIZE) / SIZE) * ROW
    let y = top
    this.pdf.fillColor(options.colour ?? INK)
    for (const line of this.wrap(text, width, options)) {
      let left = options.align === 'right' ? x + width - this.measure(line, options) : x
      for (const run of toRuns(line)) {
        this.use(run, options)
        this.pdf.text(run, left, y, { lineBreak: false })
        left += this.pdf.widthOfString(run)
      }
      y += height
    }
    return y
  }

  /** The height of a text in a column. */
  heightOf(text: string, width: number, options: TextOptions = {}): number {
    return this.wrap(text, width, options).length * ((options.size ?? SIZE) / SIZE) * ROW
  }

  rule(colour = LINE): void {
    this.pdf
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + INNER, this.y)
      .lineWidth(0.6)
      .stroke(colour)
  }

  /** Begins a page if a part of this height does not fit. @returns whether it did. */
  makeRoom(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.pdf.addPage()
    this.y = MARGIN
    return true
  }
}

const RUPEE = '₹'
const toRuns = (text: string): string[] => text.split(/(₹)/).filter(Boolean)

/** Breaks a word that is longer than its column. */
function breakWord(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts: string[] = []
  let part = ''
  for (const sign of word) {
    if (part !== '' && !fits(part + sign)) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part]
}

const toNumber = ({ creditNoteNumber, invoiceNumber }: DocumentBody): string =>
  creditNoteNumber || invoiceNumber

/** Renders a tax document as a PDF. */
export async function renderDocument(row: DocumentRow): Promise<Buffer> {
  fonts ??= loadFonts()
  const body = parseDocument(row)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    compress: false,
    lang: 'en-IN',
    displayTitle: true,
    font: fonts.regular as unknown as string,
    info: {
      Title: `${body.title} ${toNumber(body)}`,
      Author: toPrintable(body.seller.name),
      Subject: row.id,
      CreationDate: new Date(row.issued_at),
    },
  })
  const chunks: Buffer[] = []
  const isWritten = new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font)
  draw(new Sheet(pdf), body)
  pdf.end()
  await isWritten
  return Buffer.concat(chunks)
}

function draw(sheet: Sheet, body: DocumentBody): void {
  drawHead(sheet, body)
  drawParties(sheet, body)
  drawLines(sheet, body)
  drawSums(sheet, body)
  drawFoot(sheet, body)
}

function drawHead(sheet: Sheet, body: DocumentBody): void {
  const half = INNER / 2
  const title = sheet.write(brand.name, MARGIN, MARGIN, half, { weight: 'bold', size: 20 })
  const left = sheet.write(body.title, MARGIN, title, half, { size: 11, colour: MUTED })
  let right = MARGIN
  for (const [label, value] of listDocumentFacts(body)) {
    if (value === '') continue
    sheet.write(label, MARGIN + half, right, 95, { colour: MUTED })
    right = sheet.write(value, MARGIN + half + 100, right, half - 100)
  }
  sheet.y = Math.max(left, right) + 8
  sheet.rule(INK)
  sheet.y += 14
}

function drawParties(sheet: Sheet, { seller, billTo, shipTo }: DocumentBody): void {
  const width = (INNER - 30) / 3
  const parties = [
    ['Seller', seller],
    ['Bill to', billTo],
    ['Ship to', shipTo],
  ] as const
  const ends = parties.map(([label, party], index) => {
    const x = MARGIN + index * (width + 15)
    const top = sheet.write(label, x, sheet.y, width, { colour: MUTED })
    const name = sheet.write(party.name, x, top, width, { weight: 'bold' })
    const rest = [
      ...party.lines,
      party.phone,
      party.email,
      party.gstin && `GSTIN ${party.gstin}`,
      party.stateCode && `State code ${party.stateCode}`,
    ]
    return rest
      .filter((line) => line !== '')
      .reduce((y, line) => sheet.write(line, x, y, width), name)
  })
  sheet.y = Math.max(...ends) + 18
}

/** Right edges of the columns after the description, from the left margin. */
const WIDTHS = [INNER - 345, 45, 75, 80, 65, 80]
const GAP = 6

const toColumns = () => {
  let x = MARGIN
  return WIDTHS.map((width) => {
    const column = { x, width: width - GAP }
    x += width
    return column
  })
}
const COLUMNS = toColumns()

function drawRow(sheet: Sheet, cells: readonly string[], options: TextOptions = {}): void {
  const ends = cells.map((text, index) => {
    const { x, width } = COLUMNS[index] ?? { x: MARGIN, width: INNER }
    const align = index === 0 ? 'left' : 'right'
    return sheet.write(text, x, sheet.y, width, { ...options, align })
  })
  sheet.y = Math.max(...ends)
}

function drawTableHead(sheet: Sheet): void {
  drawRow(sheet, DOCUMENT_COLUMNS, { colour: MUTED })
  sheet.y += 3
  sheet.rule()
  sheet.y += 6
}

function drawLines(sheet: Sheet, { lines }: DocumentBody): void {
  drawTableHead(sheet)
  const { width = INNER } = COLUMNS[0] ?? {}
  for (const line of lines) {
    const detail = describeLine(line)
    const height =
      sheet.heightOf(line.title, width, { weight: 'bold' }) +
      (detail ? sheet.heightOf(detail, width) : 0)
    if (sheet.makeRoom(Math.max(height, 2 * ROW) + 10)) drawTableHead(sheet)
    const top = sheet.y
    drawRow(sheet, [
      '',
      line.quantity > 0 ? String(line.quantity) : '',
      line.quantity > 0 ? formatRupees(line.price) : '',
      formatRupees(line.taxableValue),
      `${formatRupees(line.tax)}\n${line.taxPercent}%`,
      formatRupees(line.total),
    ])
    const title = sheet.write(line.title, MARGIN, top, width, { weight: 'bold' })
    const left = detail ? sheet.write(detail, MARGIN, title, width, { colour: MUTED }) : title
    sheet.y = Math.max(sheet.y, left) + 4
    sheet.rule()
    sheet.y += 6
  }
}

function drawSums(sheet: Sheet, body: DocumentBody): void {
  const rows = [
    ['Subtotal', body.subtotal],
    ...body.taxes.map((tax) => [labelTax(tax), tax.amount] as const),
    ['Total', body.total],
  ] as const
  sheet.makeRoom((rows.length + 1) * ROW + 10)
  sheet.y += 6
  const x = MARGIN + INNER - 220
  for (const [index, [label, amount]] of rows.entries()) {
    const weight = index === rows.length - 1 ? 'bold' : 'regular'
    sheet.write(label, x, sheet.y, 110, { weight })
    const right = { weight, align: 'right' } as const
    sheet.y = sheet.write(formatRupees(amount), x + 110, sheet.y, 110 - GAP, right) + 2
  }
}

function drawFoot(sheet: Sheet, body: DocumentBody): void {
  const width = INNER / 2 - 10
  const signature = toSignature(body)
  sheet.makeRoom(sheet.heightOf(signature, width) + 40 + sheet.heightOf(body.note, INNER))
  sheet.y += 40
  sheet.write(REVERSE_CHARGE, MARGIN, sheet.y, width, { colour: MUTED })
  const right = { align: 'right' } as const
  sheet.y = sheet.write(signature, MARGIN + INNER - width, sheet.y, width, right) + 10
  if (body.note) sheet.write(body.note, MARGIN, sheet.y, INNER, { colour: MUTED })
}
