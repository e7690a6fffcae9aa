import { Link } from 'wouter'
import type { CountedSearch } from '#src/contract/figures.ts'
import { count } from '#src/rules/count.ts'
import { formatInteger } from '#src/rules/money.ts'
import { searchPath } from '#src/rules/paths.ts'
import { useCall } from '../app/api.ts'
import { Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { VisitsNav } from '../ui/SectionNav.tsx'

/** The searches of shoppers in 30 days. */
export function SearchesPage() {
  const searches = useCall('GET /editor/searches')
  return (
    <Page title="Searches">
      <VisitsNav />
      <Loaded from={searches}>
        {({ withoutResults, frequent, total, fullDays }) =>
          total === 0 ? (
            <p className="max-w-3xl text-sm text-muted">
              Nothing was searched for in 30 days. What shoppers look for will stand here, first
              what finds nothing. <WhatIsFound /> Searches of editors, and of browsers that ask not
              to be tracked, are not counted.
            </p>
          ) : (
            <>
              <p className="max-w-3xl text-sm text-muted">
                {count(total, 'search', 'searches')} in 30 days. A link opens the search in the shop
                as it finds now. <WhatIsFound /> Texts that may name a person are not counted
                {fullDays > 0 &&
                  `; on ${count(fullDays, 'day')} there were more different searches than are counted`}
                .
              </p>
              <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
                <SearchList
                  title="Without results"
                  empty="Every search found something."
                  searches={withoutResults}
                  links={[
                    ['Add a synonym', 'search-synonyms'],
                    ['Pin products', 'search-pins'],
                  ]}
                  toFigure={(search) =>
                    search.withoutResults < search.searches
                      ? `${formatInteger(search.withoutResults)} of ${formatInteger(search.searches)}`
                      : formatInteger(search.withoutResults)
                  }
                />
                <SearchList
                  title="Most frequent"
                  empty=""
                  searches={frequent}
                  links={[['Pin products', 'search-pins']]}
                  toFigure={(search) => formatInteger(search.searches)}
                />
              </div>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const WhatIsFound = () => (
  <>
    What a search finds is changed under{' '}
    <Link to="/content/search-synonyms" className="link">
      Synonyms
    </Link>{' '}
    and{' '}
    <Link to="/content/search-pins" className="link">
      Pinned products
    </Link>
    .
  </>
)

interface SearchListProps {
  title: string
  empty: string
  searches: CountedSearch[]
  toFigure: (search: CountedSearch) => string
  /** Links for a search: a label, and the record that it opens. */
  links: [label: string, recordId: string][]
}

const SearchList = ({ title, empty, searches, toFigure, links }: SearchListProps) => (
  <PageSection title={title} className="gap-2">
    {searches.length === 0 && <p className="text-sm text-muted">{empty}</p>}
    <LinedList ordered>
      {searches.map((search) => (
        <li
          key={search.query}
          className="flex items-center justify-between gap-4 border-b border-line text-sm"
        >
          <a
            href={searchPath(search.query)}
            target="_blank"
            rel="noreferrer"
            className="me-auto min-w-0 py-3 wrap-anywhere underline-offset-4 hover:underline"
          >
            {search.query}
          </a>
          {links.map(([label, id]) => (
            <Link
              key={id}
              to={`/content/${id}`}
              state={{ query: search.query }}
              className="shrink-0 py-3 link"
            >
              {label}
              <span className="sr-only"> for {search.query}</span>
            </Link>
          ))}
          <span className="min-w-8 shrink-0 text-end figures">{toFigure(search)}</span>
        </li>
      ))}
    </LinedList>
  </PageSection>
)
