import type { ReactNode } from 'react'

/** A title whose words with a hyphen, e.g. `Cat-Eye`, are not broken at it. */
export const keepHyphens = (title: string): ReactNode =>
  title.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
