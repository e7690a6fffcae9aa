import type { ReactNode } from 'react'

/** A text whose words with a hyphen, e.g. `Cat-Eye`, are not broken at it. */
export const keepHyphens = (text: string): ReactNode =>
  text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="keep-hyphens">
        {part}
      </span>
    ) : (
      part
    ),
  )
