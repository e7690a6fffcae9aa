/** An attribute of a tag, with its place in the page: from the space before it to its end. */
interface Attribute {
  name: string
  /** As it is written, without quotes. */
  value: string
  start: number
  end: number
}

/** A tag of a page, with its place. That of a `script`, `style`, `title` or `textarea` is the whole element. */
export interface Tag {
  name: string
  isEnd: boolean
  attributes: Attribute[]
  start: number
  end: number
}

/** What is in these is no markup. */
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

/** The place after the first such text, or the end of the page. */
function findAfter(html: string, text: string, from: number): number {
  const index = html.indexOf(text, from)
  return index === -1 ? html.length : index + text.length
}

function readTag(html: string, start: number): Tag | undefined {
  NAME.lastIndex = start
  const [whole = '', slash, tag = ''] = NAME.exec(html) ?? []
  if (whole === '') return undefined
  const name = tag.toLowerCase()
  const attributes = [...listAttributes(html, start + whole.length)]
  const isEnd = slash === '/'
  let end = findAfter(html, '>', attributes.at(-1)?.end ?? start + whole.length)
  if (!isEnd && TEXT_ELEMENTS.has(name))
    end = findAfter(html, '>', findAfter(html, `</${name}`, end))
  return { name, isEnd, attributes, start, end }
}

/** The tags of a page that this shop has rendered. Text of an attribute that looks like a tag is left out. */
export function* listTags(html: string): Generator<Tag> {
  for (let index = html.indexOf('<'); index !== -1; index = html.indexOf('<', index)) {
    const tag = html.startsWith('<!--', index) ? undefined : readTag(html, index)
    if (tag) yield tag
    index = tag?.end ?? (html.startsWith('<!--', index) ? findAfter(html, '-->', index) : index + 1)
  }
}

/** A part of a text, and what stands in its place. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** @param edits in the order of their places, which do not overlap. */
export function applyEdits(text: string, edits: Edit[]): string {
  let edited = ''
  let copied = 0
  for (const edit of edits) {
    edited += text.slice(copied, edit.start) + edit.text
    copied = edit.end
  }
  return edited + text.slice(copied)
}
