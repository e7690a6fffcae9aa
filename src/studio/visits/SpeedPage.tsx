import { useState } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import type { PageSpeed } from '#src/contract/figures.ts'
import { type PageKind, WEB_VITALS, type WebVital } from '#src/contract/values.ts'
import { MIN_COMPARED_VISITS, type Rating, rateVital, SCALES } from '#src/editing/web-vitals.ts'
import { count } from '#src/rules/count.ts'
import { formatShortDay } from '#src/rules/dates.ts'
import { useCall } from '../app/api.ts'
import { Badge, OptionSelect, Page, TableHead } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { VisitsNav } from '../ui/SectionNav.tsx'

type Build = ResponseBody<'GET /editor/speed'>['builds'][number]

const PAGE_LABELS: Record<PageKind, string> = {
  home: 'Home',
  listing: 'Listing',
  product: 'Product',
  cart: 'Cart',
  checkout: 'Checkout',
  account: 'Account',
  other: 'Other pages',
}

const VITAL_LABELS: Record<WebVital, string> = {
  lcp: 'Largest paint (LCP)',
  inp: 'Answer to a press (INP)',
  cls: 'Layout shift (CLS)',
}

const RATING_BADGES = { good: 'good', 'needs improvement': 'note', poor: 'bad' } as const

const DAYS = [
  ['7', 'The last 7 days'],
  ['28', 'The last 28 days'],
] as const

function formatValue(vital: WebVital, value: number): string {
  const { max } = SCALES[vital]
  const shown = Math.min(value, max)
  const text =
    vital === 'lcp'
      ? `${(shown / 1000).toFixed(2)} s`
      : vital === 'inp'
        ? `${shown} ms`
        : `${shown}`
  return value > max ? `over ${text}` : text
}

/** How fast and steady the pages were for visitors. */
export function SpeedPage() {
  const [days, setDays] = useState<'7' | '28'>('7')
  const speed = useCall('GET /editor/speed', { query: { days } })
  return (
    <Page
      title="Speed"
      actions={
        <OptionSelect
          label="Days"
          value={days}
          options={DAYS}
          onChange={(event) => setDays(event.target.value === '28' ? '28' : '7')}
        />
      }
    >
      <VisitsNav />
      <p className="max-w-3xl text-sm text-muted">
        What three quarters of the visits had or better. Good is a largest paint up to 2.5 s, an
        answer to a press up to 200 ms and a layout shift up to 0.1; poor is above 4 s, 500 ms and
        0.25.
      </p>
      <Loaded from={speed}>
        {({ pages, builds }) => (
          <>
            {pages.length === 0 ? (
              <p className="text-muted">
                No visit was measured in these days. Visits of editors, and of browsers that ask not
                to be tracked, are not measured.
              </p>
            ) : (
              <SpeedTable caption="All builds" pages={pages} />
            )}
            {builds.length > 0 && <Builds builds={builds} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Builds = ({ builds }: { builds: Build[] }) => (
  <PageSection title="By build" className="gap-4 pt-6">
    <p className="max-w-3xl text-sm text-muted">
      A build is the site of one version of the code and its settings; publishing products keeps it.
      What is a fifth worse than in the build before is named, once a page has
      {` ${MIN_COMPARED_VISITS} `}visits in both; all visits of 90 days are compared.
    </p>
    <LinedList ordered>
      {builds.map((build) => (
        <li key={build.build} className="flex flex-col gap-3 border-b border-line py-4 text-sm">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-medium">
              {build.build === '' ? 'Unknown build' : `Build ${build.build}`}
            </span>
            <span className="text-muted">first visit on {formatShortDay(build.since)}</span>
            {build.worse.length > 0 && <Badge kind="bad">Worse than before</Badge>}
          </p>
          <ul className="flex flex-col gap-1 empty:hidden">
            {build.worse.map(({ page, vital, p75, before }) => (
              <li key={`${page} ${vital}`}>
                {PAGE_LABELS[page]}: {VITAL_LABELS[vital]} is {formatValue(vital, p75)}, it was{' '}
                {formatValue(vital, before)} in the build before.
              </li>
            ))}
          </ul>
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center link">Figures</summary>
            <SpeedTable
              caption={build.build === '' ? 'Unknown build' : `Build ${build.build}`}
              pages={build.pages}
            />
          </details>
        </li>
      ))}
    </LinedList>
  </PageSection>
)

interface SpeedTableProps {
  caption: string
  pages: PageSpeed[]
}

/** On a phone each kind of page is a block of its own. */
const SpeedTable = ({ caption, pages }: SpeedTableProps) => (
  <table className="w-full max-w-5xl text-start text-sm max-md:block">
    <caption className="sr-only">{caption}</caption>
    <TableHead
      className="max-md:sr-only"
      labels={['Page', ...WEB_VITALS.map((vital) => VITAL_LABELS[vital])]}
    />
    <tbody className="max-md:block">
      {pages.map((row) => (
        <tr key={row.page} className="border-b border-line max-md:flex max-md:flex-col max-md:py-2">
          <th scope="row" className="py-3 pe-4 text-start font-medium max-md:py-1">
            {PAGE_LABELS[row.page]}
          </th>
          {WEB_VITALS.map((vital) => (
            <td
              key={vital}
              className="py-3 pe-4 max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-4 max-md:py-1.5 max-md:pe-0"
            >
              <span aria-hidden="true" className="text-muted md:hidden">
                {VITAL_LABELS[vital]}
              </span>
              <Figure vital={vital} figure={row[vital]} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const capitalize = (rating: Rating): string => rating.charAt(0).toUpperCase() + rating.slice(1)

function Figure({ vital, figure }: { vital: WebVital; figure: PageSpeed[WebVital] }) {
  if (!figure) return <span className="text-muted">Not measured</span>
  const rating = rateVital(vital, figure.p75)
  return (
    <span className="flex flex-col items-start gap-1 max-md:ms-auto max-md:items-end">
      <span className="flex items-center gap-3">
        <span className="figures">{formatValue(vital, figure.p75)}</span>
        <Badge kind={RATING_BADGES[rating]}>{capitalize(rating)}</Badge>
      </span>
      <span className="text-[0.8125rem] text-muted figures">{count(figure.visits, 'visit')}</span>
    </span>
  )
}
