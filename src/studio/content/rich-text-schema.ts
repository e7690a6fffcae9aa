import { type Mark, type Node, Schema, Slice } from 'prosemirror-model'
import type { RichText, Span } from '#src/contract/content-values.ts'
import { normalizePart } from '#src/contract/normal-text.ts'
import { LINK_PATTERN } from '#src/contract/values.ts'

const NORMAL_WEIGHT = /^(?:normal|lighter|[1-5]00)$/

/** The documents of the editor: what `RichText` of the contract can say, and no more. */
export const schema = new Schema({
  nodes: {
    doc: { content: '(paragraph | heading | list)+' },
    paragraph: { content: 'text*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    // A defining node keeps its kind if it is pasted first.
    heading: {
      content: 'text*',
      defining: true,
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}` })),
      toDOM: () => ['h3', 0],
    },
    list: {
      content: 'item+',
      defining: true,
      parseDOM: [{ tag: 'ul' }, { tag: 'ol' }],
      toDOM: () => ['ul', 0],
    },
    item: {
      content: 'paragraph',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    text: {},
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = toLink(toTarget(element.getAttribute('href') ?? ''))
            return href !== undefined && { href }
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs['href']) }, 0],
    },
    bold: {
      parseDOM: [
        // Google Docs wraps everything that is copied into a <b> of normal weight.
        {
          tag: 'b, strong',
          getAttrs: ({ style }) => !NORMAL_WEIGHT.test(style.fontWeight) && null,
        },
        {
          style: 'font-weight',
          getAttrs: (weight) => NORMAL_WEIGHT.test(weight) && null,
          clearMark: ({ type }) => type.name === 'bold',
        },
        {
          style: 'font-weight',
          getAttrs: (weight) => /^(?:bold(?:er)?|[6-9]00)$/.test(weight) && null,
        },
      ],
      toDOM: () => ['strong', 0],
    },
  },
})

const { paragraph, heading, list, item } = schema.nodes
const { bold, link } = schema.marks

/** A text without a letter, which the editor has none of, is left out. */
const toTexts = (spans: Span[]): Node[] =>
  spans.flatMap((span) => {
    if (span.text === '') return []
    const marks: Mark[] = []
    if (span.link !== undefined) marks.push(link.create({ href: span.link }))
    if (span.bold) marks.push(bold.create())
    return schema.text(span.text, marks)
  })

/** A document of the editor; an empty text is an empty paragraph. */
export function toDocument(text: RichText): Node {
  const blocks = text.map((block) =>
    block.type === 'list'
      ? list.create(
          null,
          block.items.map((spans) => item.create(null, paragraph.create(null, toTexts(spans)))),
        )
      : schema.nodes[block.type].create(null, toTexts(block.spans)),
  )
  return schema.topNodeType.create(null, blocks.length > 0 ? blocks : [paragraph.create()])
}

const toSpans = (parent: Node): Span[] =>
  parent.children.flatMap((node) => {
    const text = normalizePart(node.text ?? '')
    if (text === '') return []
    const href: unknown = link.isInSet(node.marks)?.attrs['href']
    return {
      text,
      ...(bold.isInSet(node.marks) ? { bold: true as const } : {}),
      ...(typeof href === 'string' ? { link: href } : {}),
    }
  })

/** Blocks that are pasted into a line: a heading or a list before others begins a block of its own. */
export function keepFirstBlock({ content, openStart, openEnd }: Slice): Slice {
  const { firstChild, childCount } = content
  const keepsKind = childCount > 1 && (firstChild?.type === heading || firstChild?.type === list)
  return new Slice(content, keepsKind ? 0 : openStart, openEnd)
}

/** Whether a text shows anything: no-break spaces and characters without a width do not. */
const isVisible = (text: string | null): boolean => /[^\s\p{Cf}]/u.test(text ?? '')

/** Converts the editor's document. Paragraphs and items that show nothing are left out. */
export const toRichText = (document: Node): RichText =>
  document.children.flatMap((node): RichText => {
    if (!isVisible(node.textContent)) return []
    if (node.type === list) {
      const items = node.children.filter(({ textContent }) => isVisible(textContent))
      return [{ type: 'list', items: items.map((item) => toSpans(item.child(0))) }]
    }
    return [{ type: node.type === heading ? 'heading' : 'paragraph', spans: toSpans(node) }]
  })

const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, section, article, hr'

/** Blocks without a kind of their own here. Apple Notes keeps a table in an object. */
const OTHER_BLOCKS =
  'pre, dt, dd, dl, details, summary, figure, figcaption, address, aside, main, header, footer, nav, center, form, fieldset, hgroup, object'

/** Headings by their role, e.g. of Word on the web, or by their style in Word. */
const OTHER_HEADINGS = ':is(p, div, span)[role="heading"], p:is(.MsoTitle, [class^="MsoHeading"])'

/** Parts of a page that are not pasted: no text, hidden text, and signs of notes. */
const NO_TEXT = [
  'script, style, noscript, template, iframe, svg, button, select, textarea, del, [hidden]',
  '[style*="display:none" i], [style*="display: none" i]',
  '[style*="visibility:hidden" i], [style*="visibility: hidden" i]',
  '.MsoFootnoteReference, .MsoEndnoteReference, .MsoCommentReference, sup:has(a[href^="#"])',
  '[style*="mso-element:comment" i]',
  // Word on the web writes a blank at the end of each paragraph.
  '.EOP',
].join()

/** Marks text that was copied in the editor itself. */
const OWN_COPY = '[data-pm-slice]'

/** Elements whose line feeds are shown as breaks, e.g. a message of WhatsApp. */
const WITH_LINE_FEEDS =
  'pre, .selectable-text, [style*="white-space: pre" i], [style*="white-space:pre" i], [style*="white-space: break-spaces" i]'

/** Makes an element of each line feed that is shown as a break. */
function breakLines(page: Document): void {
  for (const element of page.querySelectorAll(WITH_LINE_FEEDS)) {
    const texts = page.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      const lines = text.data.split(/\r\n?|\n/)
      if (lines.length === 1) continue
      const parts = lines.flatMap((line, index) =>
        index > 0 ? [page.createElement('br'), line] : [line],
      )
      text.replaceWith(...parts)
    }
  }
}

/** Makes a paragraph of a row of a table, with its cells as words. */
function joinCells(row: HTMLTableRowElement): HTMLElement {
  const paragraph = row.ownerDocument.createElement('p')
  for (const part of row.querySelectorAll(`br, ${BLOCKS}`))
    part.replaceWith(' ', ...part.childNodes, ' ')
  for (const cell of row.cells) paragraph.append(...cell.childNodes, ' ')
  return paragraph
}

/** The rows of a table. A single cell is a place on the page, e.g. of a newsletter, and keeps its blocks. */
function toBlocks(table: HTMLTableElement): HTMLElement[] {
  const toBlock = (part: Element) => {
    const block = table.ownerDocument.createElement('div')
    block.append(...part.childNodes)
    return block
  }
  const rows = [...table.rows].map((row) => {
    const [cell, other] = [...row.cells].filter(({ textContent }) => isVisible(textContent))
    return cell && !other ? toBlock(cell) : joinCells(row)
  })
  return table.caption ? [toBlock(table.caption), ...rows] : rows
}

/** Parameters with the target of a link that leads there by way of another site, by the page there. */
const REDIRECTS: [page: RegExp, parameters: string[]][] = [
  [/^www\.google\.[a-z.]+\/url$/, ['q', 'url']],
  [/\.safelinks\.protection\.outlook\.com\//, ['url']],
  [/^lm?\.(?:facebook|instagram)\.com\//, ['u']],
  [/^www\.linkedin\.com\/(?:redir\/redirect|safety\/go)$/, ['url']],
]

/** Schemes of links; what comes with `http:` leads there by `https:`. */
const LINK_SCHEMES = /^(?:https?|mailto|tel):/

/**
 * An address as pages link to it, also one that was written with `http:`, without a scheme, with blanks or with other
 * signs that have to be encoded; undefined for one that pages do not link to.
 */
export function toLink(text: string): string | undefined {
  const typed = text.trim()
  if (LINK_PATTERN.test(typed)) return typed
  const address = /^(?:\/\/|www\.)/i.test(typed) ? `https://${typed.replace(/^\/\//, '')}` : typed
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !LINK_SCHEMES.test(url.protocol)) return undefined
  const href = url.href
    .replace(/^http:/, 'https:')
    .replaceAll(' ', url.protocol === 'tel:' ? '' : '%20')
  return LINK_PATTERN.test(href) ? href : undefined
}

/** Parameters that tell the other site where its visitor comes from. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|mc_[ce]id|igshid|yclid|_hsenc|_hsmi)$/i

function withoutTracking(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : undefined
  const names = [...(url?.searchParams.keys() ?? [])].filter((name) => TRACKING.test(name))
  if (!url || names.length === 0) return href
  for (const name of names) url.searchParams.delete(name)
  return url.href
}

/** Returns the target of a link that e.g. Google Docs, Gmail or Outlook redirect through their own site. */
function toTarget(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : undefined
  const page = url && `${url.hostname}${url.pathname}`
  const [, parameters = []] = REDIRECTS.find(([redirect]) => page && redirect.test(page)) ?? []
  const targets = parameters.flatMap((name) => url?.searchParams.get(name) ?? [])
  return withoutTracking(targets.find((target) => toLink(target) !== undefined) ?? href.trim())
}

/** A picture of an emoji is the emoji; any other one is left out. */
const toPictureText = (picture: Element): string => {
  const alt = picture.getAttribute('alt') ?? ''
  return /^\p{Emoji}/u.test(alt) && !/[\p{L}\d]/u.test(alt) ? alt : ' '
}

const HEADINGS_AND_ITEMS = 'h1, h2, h3, h4, h5, h6, li'

/** Makes an item of each block, of each item of a list and of each text between them, in their order. */
function splitItem(item: HTMLElement): void {
  const items: Element[] = []
  let current: Element | undefined
  const walk = (parent: Element) => {
    for (const node of [...parent.childNodes]) {
      if (node instanceof Element && node.matches(BLOCKS)) {
        current = undefined
        if (node.matches('li')) items.push(node)
        else walk(node)
        current = undefined
      } else if (current || isVisible(node.textContent)) {
        if (!current) {
          current = item.ownerDocument.createElement('li')
          items.push(current)
        }
        current.append(node)
      }
    }
  }
  walk(item)
  item.replaceWith(...items)
}

/** Makes a heading of a line that is one by its role or its style. */
function toHeading(line: HTMLElement): void {
  const title = line.ownerDocument.createElement('h3')
  title.append(...line.childNodes)
  line.replaceWith(title)
}

/** Puts each run of text and inline elements of a page into a paragraph. */
function wrapInlineRuns(page: Document): void {
  let paragraph: HTMLElement | undefined
  for (const node of [...page.body.childNodes]) {
    const isBlock = node instanceof Element && (node.matches(BLOCKS) || node.querySelector(BLOCKS))
    if (isBlock) paragraph = undefined
    else {
      if (!paragraph) {
        paragraph = page.createElement('p')
        node.before(paragraph)
      }
      paragraph.append(node)
    }
  }
}

/** Makes a paragraph of what follows a line break; in a heading, an item or a cell the break is a space. */
function splitAtBreak(line: HTMLElement): void {
  const block = line.closest(`p, div, ${HEADINGS_AND_ITEMS}`)
  if (!block || block.matches(HEADINGS_AND_ITEMS)) line.replaceWith(' ')
  else {
    const rest = line.ownerDocument.createRange()
    rest.setStartAfter(line)
    rest.setEndAfter(block)
    block.after(rest.extractContents())
    line.remove()
  }
}

/**
 * Pasted HTML with the lists of Word as lists, no list within another one, a paragraph for each line and for each row
 * of a table. Lines that show nothing are left out, and so is what is no text of a page.
 */
export function cleanPastedHtml(html: string): string {
  // In a document of its own nothing is loaded or run.
  const page = new DOMParser().parseFromString(html, 'text/html')
  const { body } = page
  const find = (selector: string) => [...body.querySelectorAll<HTMLElement>(selector)]
  // Google Docs wraps all that is copied.
  for (const wrapper of find('[id^="docs-internal-guid"]'))
    wrapper.replaceWith(...wrapper.childNodes)
  for (const part of find(NO_TEXT)) part.remove()
  for (const picture of find('img, video, audio')) picture.replaceWith(toPictureText(picture))
  // They lead to a place of the page that was copied.
  if (!body.querySelector(OWN_COPY))
    for (const link of find('a[href^="#"]')) link.replaceWith(...link.childNodes)
  breakLines(page)
  for (const line of find(OTHER_HEADINGS)) toHeading(line)
  for (const line of find(':is(h1, h2, h3, h4, h5, h6) :is(p, div)'))
    line.replaceWith(' ', ...line.childNodes, ' ')
  for (const block of find(OTHER_BLOCKS)) {
    const plain = page.createElement('div')
    plain.append(...block.childNodes)
    block.replaceWith(plain)
  }
  // Inner tables first.
  for (const table of [...body.querySelectorAll('table')].toReversed())
    table.replaceWith(...toBlocks(table))
  // Word on the web writes a list for each item.
  for (const wrapper of find('.ListContainerWrapper')) wrapper.replaceWith(...wrapper.childNodes)
  for (const list of find(':is(ul, ol)[class*="ListStyle"] + :is(ul, ol)[class*="ListStyle"]')) {
    list.previousElementSibling?.append(...list.children)
    list.remove()
  }
  wrapInlineRuns(page)
  for (const bullet of find('[style*="mso-list:Ignore" i]')) bullet.remove()
  for (const line of find('p[class^="MsoList"], p[style*="mso-list:" i]')) {
    const before = line.previousElementSibling
    const target = before?.matches('ul.word') ? before : page.createElement('ul')
    target.className = 'word'
    if (target !== before) line.before(target)
    target.append(page.createElement('li'))
    target.lastElementChild?.append(...line.childNodes)
    line.remove()
  }
  for (const nested of find(':is(ul, ol) > :is(ul, ol)')) nested.replaceWith(...nested.children)
  for (const item of find('li').toReversed()) splitItem(item)
  for (const line of find('br')) splitAtBreak(line)
  for (const line of find('p, div')) {
    if (!isVisible(line.textContent)) line.remove()
    else if (line.matches('div') && !line.querySelector(BLOCKS)) {
      // The editor keeps the blank before a text that has no paragraph.
      const paragraph = page.createElement('p')
      paragraph.append(...line.childNodes)
      line.replaceWith(paragraph)
    }
  }
  return body.innerHTML
}
