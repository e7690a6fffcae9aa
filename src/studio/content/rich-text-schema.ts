import { type Mark, type Node, Schema } from 'prosemirror-model'
import type { RichText, Span } from '#src/contract/content-fields.ts'
import { LINK_PATTERN } from '#src/contract/values.ts'

/** The documents of the editor: what `RichText` of the contract can say, and no more. */
export const schema = new Schema({
  nodes: {
    doc: { content: '(paragraph | heading | list)+' },
    paragraph: { content: 'text*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      content: 'text*',
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}` })),
      toDOM: () => ['h3', 0],
    },
    list: {
      content: 'item+',
      parseDOM: [{ tag: 'ul' }, { tag: 'ol' }],
      toDOM: () => ['ul', 0],
    },
    item: { content: 'paragraph', parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
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
            const href = element.getAttribute('href') ?? ''
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

/** What the editor's document says; empty paragraphs and items are left out. */
export const toRichText = (document: Node): RichText =>
  document.children.flatMap((node): RichText => {
    if (node.type === list) {
      const items = node.children.map((one) => toSpans(one.child(0))).filter(({ length }) => length)
      return items.length > 0 ? [{ type: 'list', items }] : []
    }
    if (node.childCount === 0) return []
    return [{ type: node.type === heading ? 'heading' : 'paragraph', spans: toSpans(node) }]
  })

/** Pasted HTML with the lists of Word as lists, no list within another one, and lines and cells as words. */
export function cleanPastedHtml(html: string): string {
  // In a document of its own nothing is loaded or run.
  const page = new DOMParser().parseFromString(html, 'text/html')
  const { body } = page
  const find = (selector: string) => [...body.querySelectorAll<HTMLElement>(selector)]
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
  for (const line of find('br')) line.replaceWith(' ')
  for (const cell of find('td, th')) cell.append(' ')
  return body.innerHTML
}
