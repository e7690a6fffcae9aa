import { useState } from 'react'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { Section } from './OrderSection.tsx'

/** Lists the events of an order, newest first. */
export function OrderTimeline({ order: { events } }: { order: EditorOrder }) {
  const [isLong, setLong] = useState(false)
  const newest = events.toReversed()
  const shown = isLong ? newest : newest.slice(0, 8)
  return (
    <Section title="Timeline">
      <ol className="flex flex-col border-s border-edge ps-4 text-sm">
        {shown.map(({ at, kind, text, by }) => (
          <li
            key={`${at} ${kind} ${text}`}
            className="relative pb-3 before:absolute before:-start-[1.3125rem] before:top-1.5 before:size-2.5 before:rounded-full before:bg-accent"
          >
            <span className="block wrap-anywhere whitespace-pre-line">
              {kind === 'noted' && 'To the customer: '}
              {text}
            </span>
            <span className="text-muted">
              {formatInstant(at)}
              {by && `, ${by}`}
            </span>
          </li>
        ))}
      </ol>
      {shown.length < newest.length && (
        <Button variant="quiet" className="self-start" onClick={() => setLong(true)}>
          {newest.length - shown.length} earlier
        </Button>
      )}
    </Section>
  )
}
