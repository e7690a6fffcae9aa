import { Fragment, DOMParser as NodeParser, type ResolvedPos, Slice } from 'prosemirror-model'
import { schema } from './rich-text-schema.ts'

/** Breaks of lines and pages, e.g. of a slide or a PDF file. */
const BREAKS = /(?:\r\n?|[\n\v\f\u0085\u2028\u2029])+/

const HEADING = /^#{1,6} +(.+?)(?: +#+)?$/
const RULE = /^ *(?:-{3,}|\*{3,}|_{3,}) *$/
const BULLET = /^\s*[•‣◦▪●] *(.+)$/
/** A dash or a number begins an item only beside another one: `- 5 °C` alone is a line. */
const DASH = /^\s*[-*+] +(?:\[[ x]\] +)?(.+)$/i
const NUMBER = /^\s*\d{1,3}[.)] +(.+)$/

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Bold words and links. */
const toInline = (text: string): string =>
  escapeHtml(text)
    .replace(/\*\*(\S|\S.*?\S)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^[\]]+)\]\(([^\s()]+)\)/g, '<a href="$2">$1</a>')

/** Returns the text of a list item; undefined for another line. */
function toItem(line: string, before: string, after: string): string | undefined {
  const bullet = BULLET.exec(line)?.[1]
  if (bullet !== undefined) return bullet
  const form = [DASH, NUMBER].find((one) => one.test(line))
  return form && (form.test(before) || form.test(after)) ? form.exec(line)?.[1] : undefined
}

/** The HTML of lines with the headings, lists, bold words or links of Markdown; undefined for one without. */
export function markdownToHtml(all: string[]): string | undefined {
  const lines = all.filter((line) => !RULE.test(line))
  const blocks = lines.map((line, index) => {
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) return `<h3>${toInline(heading)}</h3>`
    const item = toItem(line, lines[index - 1] ?? '', lines[index + 1] ?? '')
    return item === undefined ? `<p>${toInline(line)}</p>` : `<li>${toInline(item)}</li>`
  })
  const html = blocks.join('').replace(/(?:<li>.*?<\/li>)+/g, '<ul>$&</ul>')
  return /<(?!\/?p>)/.test(html) ? html : undefined
}

/** Parses a plain text: a paragraph for each line, or the formats of its Markdown. */
export function parsePastedText(text: string, context: ResolvedPos, isPlain: boolean): Slice {
  const lines = text.split(BREAKS).filter((line) => line.trim() !== '')
  const html = isPlain ? undefined : markdownToHtml(lines)
  if (html !== undefined) {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return NodeParser.fromSchema(schema).parseSlice(body, { context })
  }
  const paragraphs = lines.map((line) =>
    schema.nodes.paragraph.create(null, schema.text(line, context.marks())),
  )
  return lines.length === 0 ? Slice.empty : new Slice(Fragment.from(paragraphs), 1, 1)
}
