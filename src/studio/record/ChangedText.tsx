import { useMemo } from 'react'
import { type ChangedPart, cutAroundChanges, diffWords, showSpace } from './changed-words.ts'

interface Props {
  before: string
  after: string
  className?: string
}

const markClass = {
  before: 'bg-surface text-ink line-through decoration-danger decoration-2',
  after: 'bg-surface font-medium text-ink underline decoration-success decoration-2',
} as const

const Parts = ({ parts }: { parts: ChangedPart[] }) =>
  parts.map(({ text, isChanged, isRemoved }, index) =>
    isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and are drawn anew
      <mark key={index} className={markClass[isRemoved ? 'before' : 'after']}>
        {showSpace(text)}
        {isRemoved && parts[index + 1]?.isChanged && ' '}
      </mark>
    ) : (
      text
    ),
  )

/** The old and the new version of a text, cut around their changed words, which are marked. */
export function ChangedText({ before, after, className = '' }: Props) {
  const parts = useMemo(() => {
    const diff = diffWords(before, after)
    const isAdded = ({ isChanged, isRemoved }: ChangedPart) => isChanged && !isRemoved
    return {
      before: cutAroundChanges(diff.filter((part) => !isAdded(part))),
      after: cutAroundChanges(diff.filter(({ isRemoved }) => !isRemoved)),
    }
  }, [before, after])
  const side = `max-h-72 min-w-0 overflow-y-auto wrap-anywhere whitespace-pre-wrap ${className}`
  return (
    <>
      <del className={`${side} text-muted no-underline`}>
        <Parts parts={parts.before} />
      </del>
      <ins className={`${side} no-underline`}>
        <Parts parts={parts.after} />
      </ins>
    </>
  )
}

/** What a version changes in a text: what it removes, and what it adds. */
export function MarkedText({ text, other }: { text: string; other: string }) {
  const parts = useMemo(() => cutAroundChanges(diffWords(other, text)), [text, other])
  return <Parts parts={parts} />
}
