import type { RichText, Span } from '#src/contract/content-values.ts'

const toPlainSpans = (spans: Span[]): string => spans.map(({ text }) => text).join('')

/** Without marks, in one line, e.g. for structured data. */
export const toPlainText = (text: RichText): string =>
  text
    .flatMap((block) =>
      block.type === 'list' ? block.items.map(toPlainSpans) : toPlainSpans(block.spans),
    )
    .join(' ')
