import type { RichText as RichTextData, Span } from '#src/contract/content-values.ts'

function Words({ text, bold, link }: Span) {
  const content = bold ? <strong>{text}</strong> : text
  return link ? <a href={link}>{content}</a> : content
}

/** Spans and blocks have no identity but their place. */
const Spans = ({ spans }: { spans: Span[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  spans.map((span, place) => <Words key={place} {...span} />)

interface Props {
  text: RichTextData
  heading?: 'h2' | 'h3'
}

/** The text of an editor: paragraphs, headings and lists. */
export const RichText = ({ text, heading: Heading = 'h3' }: Props) =>
  text.map((block, place) => {
    if (block.type === 'list')
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <ul key={place}>
          {block.items.map((spans, item) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={item} className="mt-1.5">
              <Spans spans={spans} />
            </li>
          ))}
        </ul>
      )
    const Tag = block.type === 'heading' ? Heading : 'p'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Tag key={place}>
        <Spans spans={block.spans} />
      </Tag>
    )
  })
