interface Props {
  page: number
  pageCount: number
  /** The path of a page, from 1. */
  toPath: (page: number) => string
}

const linkClass = 'inline-flex min-h-11 min-w-11 items-center justify-center px-2 figures'

/** The pages of a list, each a document with its own address. */
export function Pagination({ page, pageCount, toPath }: Props) {
  const candidates = [1, page - 1, page, page + 1, pageCount]
  const numbers = [...new Set(candidates)].filter((number) => number >= 1 && number <= pageCount)
  return (
    <nav aria-label="Pages of the collection" className="container pt-block">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && (
          <li>
            <a href={toPath(page - 1)} rel="prev" className={`${linkClass} me-3 underline`}>
              Previous
            </a>
          </li>
        )}
        {numbers.map((number, index) => (
          <li key={number} className="flex items-center">
            {number - (numbers[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-2 text-muted">
                …
              </span>
            )}
            <a
              href={toPath(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className={`${linkClass} ${number === page ? 'border-b border-accent' : ''}`}
            >
              {number}
            </a>
          </li>
        ))}
        {page < pageCount && (
          <li>
            <a href={toPath(page + 1)} rel="next" className={`${linkClass} ms-3 underline`}>
              Next
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}
