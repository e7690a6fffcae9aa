import { Link } from 'wouter'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { count } from '#src/rules/count.ts'
import { formatShortDay } from '#src/rules/dates.ts'
import { formatInteger, formatRupees } from '#src/rules/money.ts'
import { useCall } from '../app/api.ts'
import { WaitingOrders } from '../orders/WaitingOrders.tsx'
import { Page } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { VisitsNav } from '../ui/SectionNav.tsx'
import { TextLink } from '../ui/TextLink.tsx'

type DashboardData = ResponseBody<'GET /editor/dashboard'>
type Attention = DashboardData['lowStock']

/** What needs attention, and what was seen in the last 30 days. */
export function Dashboard() {
  const dashboard = useCall('GET /editor/dashboard')
  return (
    <Page title="Today">
      <VisitsNav />
      <Loaded from={dashboard}>{(data) => <Content data={data} />}</Loaded>
    </Page>
  )
}

function Content({ data }: { data: DashboardData }) {
  const { pageViews, messages, failedMails } = data
  return (
    <div className="flex flex-col gap-10">
      {data.orders && <WaitingOrders counts={data.orders} figures={data.orderFigures} />}
      <PageSection title="Needs attention">
        {/* The last row fills the width, whatever its number of cells. */}
        <ul className="flex flex-wrap gap-px border border-line bg-line">
          <Tile label="Low stock" to="/products?stock=low&sort=stock" attention={data.lowStock} />
          <Tile label="Sold out" to="/products?stock=out" attention={data.soldOut} />
          <Tile label="No picture" to="/products?issue=no-picture" attention={data.noPicture} />
          <Tile
            label="Picture without alt text"
            to="/products?issue=missing-alt"
            attention={data.missingAlt}
          />
          <Tile
            label="Broken related product"
            to="/products?issue=broken-related"
            attention={data.brokenRelated}
          />
          <Tile
            label="Not live yet"
            to="/products?state=unpublished"
            attention={data.unpublished}
          />
          <Tile
            label="New messages"
            to="/messages"
            attention={{ count: messages.new, products: [] }}
          />
          <Tile
            label="Overdue messages"
            to="/messages?overdue=true"
            attention={{ count: messages.overdue, products: [] }}
          />
          <Tile
            label="Reviews to read"
            to="/reviews"
            attention={{ count: data.pendingReviews, products: [] }}
          />
          <Tile
            label="Scheduled launches"
            to="/launches"
            attention={{ count: data.scheduled, products: [] }}
          />
        </ul>
        <MissedLaunches launches={data.missedLaunches} />
        <BrokenLinks links={data.brokenLinks} />
        <DoubledCodes codes={data.doubledCodes} />
        <ReplacedTexts texts={data.replacedTexts} />
        {failedMails > 0 && (
          <p className="text-sm text-danger">
            {failedMails} mails could not be delivered so far. They are tried again; an
            administrator checks the mail server.
          </p>
        )}
      </PageSection>
      {data.orderFigures && <Sales sales={data.orderFigures.sales} />}
      <PageSection title={`${formatInteger(pageViews.total)} page views in 30 days`}>
        {pageViews.total > 0 && (
          <Bars
            days={pageViews.days.map(({ day, views }) => ({ day, amount: views }))}
            format={(views) => count(views, 'view')}
          />
        )}
        <div className="grid gap-8 md:grid-cols-2">
          <Ranking
            title="Products"
            rows={pageViews.products.map(({ title, path, views }) => ({
              label: title,
              path,
              views,
            }))}
          />
          <Ranking
            title="Pages"
            rows={pageViews.pages.map(({ path, views }) => ({ label: path, path, views }))}
          />
        </div>
      </PageSection>
    </div>
  )
}

/** Launches that left out a record, or did not start or end at their time. */
const MissedLaunches = ({ launches }: { launches: DashboardData['missedLaunches'] }) =>
  launches.length > 0 && (
    <section aria-labelledby="missed-launches" className="flex flex-col gap-2 text-sm">
      <h3 id="missed-launches" className="text-lg">
        Launches that left something out
      </h3>
      <ul className="flex flex-col">
        {launches.map(({ id, name, message }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
            <TextLink to={`/launches/${id}`}>{name}</TextLink>
            <span className="min-w-0 wrap-anywhere text-danger">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )

/** Links that lead to no page, with links to where they are corrected. */
const BrokenLinks = ({ links }: { links: DashboardData['brokenLinks'] }) =>
  links.length > 0 && (
    <section aria-labelledby="broken-links" className="flex flex-col gap-2 text-sm">
      <h3 id="broken-links" className="text-lg">
        Broken links
      </h3>
      <ul className="flex flex-col">
        {links.map(({ id, title, label, href }) => (
          <li
            key={`${id} ${label} ${href}`}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2"
          >
            <TextLink to={`/content/${id}`}>{title}</TextLink>
            <span className="min-w-0 wrap-anywhere text-muted">
              {label && `“${label}” leads to `}
              {href}, which is no page of the shop
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

/** Pieces whose SKU or barcode another one has, with links to where it is corrected. */
const DoubledCodes = ({ codes }: { codes: DashboardData['doubledCodes'] }) =>
  codes.length > 0 && (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-danger">
        A SKU or a barcode is of one piece. These pieces have one that another piece has, too.
      </p>
      <ul className="flex flex-col">
        {codes.map(({ id, title, code }) => (
          <li
            key={`${id} ${code}`}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2"
          >
            <TextLink to={`/products/${id}`}>{title}</TextLink>
            <span className="min-w-0 wrap-anywhere text-muted">{code}</span>
          </li>
        ))}
      </ul>
    </div>
  )

/** Texts that pages do not show, with links to where they are corrected. */
const ReplacedTexts = ({ texts }: { texts: DashboardData['replacedTexts'] }) =>
  texts.length > 0 && (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-danger">
        These texts do not fit what this release allows. Pages show the shop’s own text in their
        place until you have corrected and saved them.
      </p>
      <ul className="flex flex-col">
        {texts.map(({ id, title, fields }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
            <TextLink to={`/content/${id}`}>{title}</TextLink>
            {fields.map(({ label, stored }) => (
              <span key={label} className="min-w-0 wrap-anywhere text-muted">
                {label}: “{stored}”
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )

interface TileProps {
  label: string
  to: string
  attention: Attention
}

const Tile = ({ label, to, attention: { count, products } }: TileProps) => (
  <li className="flex min-w-0 grow basis-[calc(50%-1px)] flex-col gap-1 bg-page p-4 lg:basis-[calc(25%-1px)]">
    <Link to={to} className="flex min-h-11 items-baseline gap-3 underline-offset-4 hover:underline">
      <span className={`text-2xl figures ${count > 0 ? 'text-accent' : 'text-muted'}`}>
        {formatInteger(count)}
      </span>
      <span className="text-sm">{label}</span>
    </Link>
    <span className="line-clamp-2 text-[0.8125rem] text-muted empty:hidden">
      {products
        .slice(0, 3)
        .map(({ title }) => title)
        .join(', ')}
    </span>
  </li>
)

/** What was sold, above what was seen. */
const Sales = ({ sales }: { sales: NonNullable<DashboardData['orderFigures']>['sales'] }) => (
  <PageSection
    title={`${formatRupees(sales.sum)} of sales in 30 days, ${count(sales.orders, 'order')}`}
  >
    {sales.orders > 0 ? (
      <Bars days={sales.days.map(({ day, sum }) => ({ day, amount: sum }))} format={formatRupees} />
    ) : (
      <p className="text-sm text-muted">Nothing was sold yet.</p>
    )}
  </PageSection>
)

interface BarsProps {
  days: { day: string; amount: number }[]
  format: (amount: number) => string
}

/** One bar a day. The table of numbers is read in place of it. */
function Bars({ days, format }: BarsProps) {
  const most = Math.max(1, ...days.map(({ amount }) => amount))
  return (
    <figure className="flex flex-col gap-2">
      <div aria-hidden="true" className="flex h-32 items-end gap-1 border-b border-edge">
        {days.map(({ day, amount }) => (
          <span
            key={day}
            title={`${formatShortDay(day)}: ${format(amount)}`}
            className="min-w-0 flex-1 bg-accent"
            style={{ height: `${(amount / most) * 100}%` }}
          />
        ))}
      </div>
      <figcaption className="flex justify-between text-[0.8125rem] text-muted">
        <span>{days[0] && formatShortDay(days[0].day)}</span>
        <span className="sr-only">At most {format(most)} on one day.</span>
        <span>{days.at(-1) && formatShortDay(days.at(-1)?.day ?? '')}</span>
      </figcaption>
    </figure>
  )
}

interface RankingProps {
  title: string
  /** Those whose path is empty have no page any more. */
  rows: { label: string; path: string; views: number }[]
}

const Ranking = ({ title, rows }: RankingProps) => (
  <div className="flex flex-col gap-2">
    <h3 className="text-lg">{title}</h3>
    {rows.length === 0 && <p className="text-sm text-muted">Nothing was seen yet.</p>}
    <ol className="flex flex-col">
      {rows.slice(0, 10).map(({ label, path, views }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the ranking
          key={index}
          className="flex items-center justify-between gap-4 border-b border-line text-sm"
        >
          <a
            href={path || undefined}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 truncate py-3 underline-offset-4 [&[href]]:hover:underline"
          >
            {label}
          </a>
          <span className="figures">{formatInteger(views)}</span>
        </li>
      ))}
    </ol>
  </div>
)
