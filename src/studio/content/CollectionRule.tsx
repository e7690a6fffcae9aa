import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { count } from '#src/rules/count.ts'
import type { ContentValues } from './content-form.ts'
import { useEditedBody } from './edited-body.tsx'

const RULE = 'body.rule' as const
const CONDITION = /^body\.rule\.(?:category|colour|minPrice|maxPrice)$/

interface Rule {
  only?: string
  [condition: string]: unknown
}

/** The number of pieces of a page, as its data for search engines have it. */
function readPieceCount(html: string | undefined): number | undefined {
  const found = /"numberOfItems":(\d+)/.exec(html ?? '')
  return found ? Number(found[1]) : undefined
}

/** A condition that is typed chooses all products that fit it. Says how many pieces the collection has then. */
export function CollectionRule({ id }: { id: string }) {
  const { subscribe, getValues, setValue } = useFormContext<ContentValues>()
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!name || !CONDITION.test(name)) return
          const value = getValues(name as typeof RULE) as unknown
          const isTyped = value !== '' && value !== undefined
          if (isTyped && (getValues(RULE) as Rule).only === 'none')
            setValue(`${RULE}.only`, 'all' as never, { shouldDirty: true })
        },
      }),
    [subscribe, getValues, setValue],
  )
  const { only } = (useWatch<ContentValues>({ name: RULE }) ?? {}) as Rule
  const { data, isInvalid } = useEditedBody('POST /editor/content/:id/preview', id, 'collection')
  const pieces = isInvalid ? undefined : readPieceCount(data?.html)
  if (pieces === undefined) return null
  return (
    <p role="status" className="text-sm">
      {only === 'none'
        ? `The chosen products alone: ${count(pieces, 'piece')}.`
        : `With every product that fits, the collection has ${count(pieces, 'piece')}.`}
    </p>
  )
}
