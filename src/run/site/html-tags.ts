/** An attribute of a tag, with its position from the preceding space to its end. */
interface Attribute {
  name: string
  /** Raw value, without quotes. */
  value: string
  start: number
  end: number
}

/** A tag with its position. For `script`, `style`, `title` and `textarea` it is the whole element. */
export interface Tag {
  name: string
  isEnd: boolean
  attributes: Attribute[]
  start: number
  end: number
}

/** Elements whose content is not markup. */
const TEXT_ELEMENTS = new Set(['script', 'style', 'title', 'textarea'])

const NAME = /<(\/?)([a-z][^\s/>]*)/iy
const ATTRIBUTE = /[\s/]*([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y

function* listAttributes(html: string, from: number): Generator<Attribute> {
  ATTRIBUTE.lastIndex = from
  for (let start = from; ; ) {
    const found = ATTRIBUTE.exec(html)
    if (!found) return
    const [, name = '', double, single, bare = ''] = found
    const end = ATTRIBUTE.lastIndex
    yield { name: name.toLowerCase(), value: double ?? single ?? bare, start, end }
    ATTRIBUTE.lastIndex = end
    start = end
  }
}

/** Returns the position after the next occurrence of a text, or the end of the page. */
function findAfter(html: string, text: string, from: number): number {
  const index = html.indexOf(text, from)
  return index === -1 ? html.length : index + text.length
}

function readTag(html: string, start: number): Tag | undefined {
  NAME.lastIndex = start
  const [match = '', slash, tag = ''] = NAME.exec(html) ?? []
  if (match === '') return undefined
  const name = tag.toLowerCase()
  const attributes = [...listAttributes(html, start + match.length)]
  const isEnd = slash === '/'
  let end = findAfter(html, '>', attributes.at(-1)?.end ?? start + match.length)
  if (!isEnd && TEXT_ELEMENTS.has(name))
    end = findAfter(html, '>', findAfter(html, `</${name}`, end))
  return { name, isEnd, attributes, start, end }
}

/** Lists the tags of a page that the shop has rendered. Tag-like text in attributes is skipped. */
export function* listTags(html: string): Generator<Tag> {
  for (let index = html.indexOf('<'); index !== -1; index = html.indexOf('<', index)) {
    const tag = html.startsWith('<!--', index) ? undefined : readTag(html, index)
    if (tag) yield tag
    index = tag?.end ?? (html.startsWith('<!--', index) ? findAfter(html, '-->', index) : index + 1)
  }
}

/** A replacement of a part of a text. */
export interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Applies replacements.
 * @param edits sorted by position, without overlaps.
 */
export function applyEdits(text: string, edits: Edit[]): string {
  let edited = ''
  let copied = 0
  for (const edit of edits) {
    edited += text.slice(copied, edit.start) + edit.text
    copied = edit.end
  }
  return edited + text.slice(copied)
}
