import { type Mark, type Node, Schema, Slice } from 'prosemirror-model'
import type { RichText, Span } from '#src/contract/content-values.ts'
import { LINK_PATTERN } from '#src/contract/values.ts'

/** The documents of the editor: what `RichText` of the contract can say, and no more. */
export const schema = new Schema({
  nodes: {
    doc: { content: '(paragraph | heading | list)+' },
    paragraph: { content: 'text*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    // What is defining keeps its kind when it is pasted first.
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
            const href = toTarget(element.getAttribute('href') ?? '')
            return LINK_PATTERN.test(href) && { href }
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs['href']) }, 0],
    },
    bold: {
      parseDOM: [
        { tag: 'strong' },
        // Google Docs wraps everything that is copied into a <b> of normal weight.
        { tag: 'b', getAttrs: ({ style }) => style.fontWeight !== 'normal' && null },
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

const toTexts = (spans: Span[]): Node[] =>
  spans.map((span) => {
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
  parent.children.map((node) => {
    const href: unknown = link.isInSet(node.marks)?.attrs['href']
    return {
      text: node.text ?? '',
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

/** What the editor's document says; paragraphs and items that show nothing are left out. */
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

/** Blocks without a kind of their own here. */
const OTHER_BLOCKS = 'pre, dt, dd, dl, details, summary, figure, figcaption, address'

/** What is no text of a page, and what it does not show. */
const NO_TEXT =
  'script, style, noscript, template, iframe, object, svg, button, select, textarea, [hidden], [style*="display:none" i], [style*="display: none" i]'

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

/** Makes a paragraph of each row of a table, with its cells as words. */
function joinCells(row: HTMLElement): void {
  const paragraph = row.ownerDocument.createElement('p')
  for (const part of row.querySelectorAll('br, p + p, div + div, li + li')) part.before(' ')
  for (const part of row.querySelectorAll('br')) part.remove()
  for (const part of row.querySelectorAll('p, div, ul, ol, li, h1, h2, h3, h4, h5, h6'))
    part.replaceWith(...part.childNodes)
  for (const cell of row.querySelectorAll('td, th')) paragraph.append(...cell.childNodes, ' ')
  row.replaceWith(paragraph)
}

/** What a link of Google Docs or Gmail leads to by way of Google. */
function toTarget(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : undefined
  const isRedirect = url?.hostname === 'www.google.com' && url.pathname === '/url'
  return (isRedirect && url.searchParams.get('q')) || href.trim()
}
const HEADINGS_AND_ITEMS = 'h1, h2, h3, h4, h5, h6, li'

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
  for (const picture of find('img, picture, video, audio')) picture.replaceWith(' ')
  breakLines(page)
  for (const block of find(OTHER_BLOCKS)) {
    const plain = page.createElement('div')
    plain.append(...block.childNodes)
    block.replaceWith(plain)
  }
  for (const row of find('tr')) joinCells(row)
  for (const table of find('table')) table.replaceWith(...table.querySelectorAll('p'))
  wrapInlineRuns(page)
  for (const bullet of find('[style*="mso-list:Ignore" i]')) bullet.remove()
  for (const line of find('p[class^="MsoList"]')) {
    const before = line.previousElementSibling
    const target = before?.matches('ul.word') ? before : page.createElement('ul')
    target.className = 'word'
    if (target !== before) line.before(target)
    target.append(page.createElement('li'))
    target.lastElementChild?.append(...line.childNodes)
    line.remove()
  }
  for (const nested of find(':is(ul, ol) > :is(ul, ol)')) nested.replaceWith(...nested.children)
  for (const nested of find('li :is(ul, ol)')) {
    nested.closest('li')?.after(...nested.children)
    nested.remove()
  }
  for (const block of find('li > :is(p, div) ~ :is(p, div)').toReversed()) {
    const next = page.createElement('li')
    next.append(...block.childNodes)
    block.closest('li')?.after(next)
    block.remove()
  }
  for (const line of find('br')) splitAtBreak(line)
  for (const line of find('p, div')) if (!isVisible(line.textContent)) line.remove()
  return body.innerHTML
}
