import { Fragment, type ReactNode } from 'react'
import type { OrderPaper } from '#src/contract/orders.ts'
import { brand } from '#src/rules/brand.ts'
import { count } from '#src/rules/count.ts'
import { formatRupees } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { Button } from '#src/ui/Button.tsx'
import { useCall } from '../app/api.ts'
import { formatDay } from '../app/time.ts'
import { useDocumentTitle } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { paymentBadges } from './order-labels.ts'

interface PageProps {
  params: { number: string }
}

/** What goes into the parcel, for the person who packs it and for the one who opens it. */
export const PackingSlipPage = ({ params: { number } }: PageProps) => (
  <PaperPage number={number} title="Packing slip">
    {(paper) => <PackingSlip paper={paper} />}
  </PaperPage>
)

/** What was bought and paid: an order summary, or the tax invoice. */
export const OrderSummaryPage = ({ params: { number } }: PageProps) => (
  <PaperPage number={number} title="Order summary">
    {(paper) => <OrderSummaryPaper paper={paper} />}
  </PaperPage>
)

interface PaperPageProps {
  number: string
  title: string
  children: (paper: OrderPaper) => ReactNode
}

function PaperPage({ number, title, children }: PaperPageProps) {
  const loaded = useCall('GET /editor/orders/:number/paper', { param: number })
  // A browser names the file of a print by it.
  useDocumentTitle(`${title} ${number}`)
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-4 print:hidden">
        <TextLink to={`/orders/${number}`}>Order {number}</TextLink>
        <Button className="ms-auto" onClick={() => print()}>
          Print
        </Button>
      </p>
      <Loaded from={loaded}>
        {({ paper }) => (
          <article
            aria-label={title}
            className="order-paper mx-auto w-full max-w-[190mm] border border-line bg-page p-5 text-sm sm:p-8 print:max-w-none print:border-0 print:p-0"
          >
            {children(paper)}
          </article>
        )}
      </Loaded>
    </div>
  )
}

/** The name of the house, below which stands what the paper is. Its legal name is that of the seller. */
const PaperHead = ({ title }: { title: string }) => (
  <div>
    <p className="font-display text-3xl leading-tight tracking-wide">{brand.name}</p>
    <h1 className="label text-muted">{title}</h1>
  </div>
)

type PaperParty = OrderPaper['seller']

/** A name with its address. */
const Party = ({
  title,
  party,
  isLarge,
}: {
  title: string
  party: PaperParty
  isLarge?: boolean
}) => (
  <section aria-label={title} className="flex min-w-0 flex-col wrap-anywhere">
    <h2 className="label text-muted">{title}</h2>
    <span className={isLarge ? 'text-lg leading-snug font-semibold' : 'font-medium'}>
      {party.name}
    </span>
    {party.lines.map((line) => (
      <span key={line} className={isLarge ? 'text-lg leading-snug' : ''}>
        {line}
      </span>
    ))}
    {party.phone && <span>{party.phone}</span>}
    {party.email && <span>{party.email}</span>}
    {party.gstin && <span>GSTIN {party.gstin}</span>}
    {party.stateCode && <span>State code {party.stateCode}</span>}
  </section>
)

const Facts = ({ facts }: { facts: (readonly [label: string, value: string])[] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4">
    {facts
      .filter(([, value]) => value)
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere figures">{value}</dd>
        </Fragment>
      ))}
  </dl>
)

const Gift = ({ gift: { wrap, note } }: Pick<OrderPaper, 'gift'>) =>
  (wrap || note !== '') && (
    <section aria-label="Gift" className="border border-edge p-4">
      {wrap && <p className="font-semibold">Wrap as a gift. No prices in the parcel.</p>}
      {note && <p className="wrap-anywhere whitespace-pre-wrap">Card: “{note}”</p>}
    </section>
  )

/** A courier needs no tax number. */
const withoutTax = (party: PaperParty): PaperParty => ({ ...party, gstin: '', stateCode: '' })

function PackingSlip({ paper }: { paper: OrderPaper }) {
  const { number, date, seller, shipTo, lines, gift, method, toCollect, shipment } = paper
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-4 border-b-2 border-ink pb-4">
        <PaperHead title="Packing slip" />
        <div className="text-end">
          <p className="text-2xl leading-tight font-semibold figures">{number}</p>
          <p className="text-muted">{formatDay(date)}</p>
        </div>
      </header>
      <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party title="Ship to" party={withoutTax(shipTo)} isLarge />
        <div className="flex flex-col gap-4">
          <Party title="From" party={withoutTax(seller)} />
          {shipment && (
            <Facts
              facts={[
                ['Carrier', shipment.carrier],
                ['Tracking number', shipment.trackingNumber],
              ]}
            />
          )}
        </div>
      </div>
      {method === 'cod' && toCollect > 0 && (
        <p className="border-2 border-ink p-3 text-lg font-semibold">
          Collect <span className="amount">{formatRupees(toCollect)}</span> in cash
        </p>
      )}
      <Gift gift={gift} />
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-edge text-start text-muted">
            <th scope="col" className="w-8 py-2 text-start font-normal">
              <span className="sr-only">Packed</span>
            </th>
            <th scope="col" className="py-2 text-start font-normal">
              Piece
            </th>
            <th scope="col" className="py-2 pe-3 text-start font-normal">
              SKU
            </th>
            <th scope="col" className="py-2 text-end font-normal">
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ title, variant, sku, quantity }) => (
            <tr
              key={`${title} ${variant} ${sku}`}
              className="break-inside-avoid border-b border-line"
            >
              <td className="py-3 align-top">
                <span aria-hidden="true" className="block size-5 border-2 border-ink" />
              </td>
              <td className="py-3 pe-3 align-top wrap-anywhere">
                <span className="block text-base font-medium">{title}</span>
                {variant}
              </td>
              <td className="py-3 pe-3 align-top wrap-anywhere figures">{sku || '–'}</td>
              <td className="py-3 text-end align-top text-xl font-semibold figures">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="font-semibold">{count(pieces, 'piece')} in all</p>
    </div>
  )
}

/** Left out on a phone; the printed page has them. */
const WIDE_COLUMNS = ['Price', 'Taxable value', 'Tax']

function OrderSummaryPaper({ paper }: { paper: OrderPaper }) {
  const { title, number, date, invoiceNumber, invoiceDate, seller, billTo, shipTo, lines } = paper
  const isInvoice = title === 'Tax invoice'
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-4 border-b-2 border-ink pb-4">
        <PaperHead title={title} />
        <Facts
          facts={[
            ['Invoice', invoiceNumber],
            ['Date of invoice', invoiceDate ? formatDay(invoiceDate) : ''],
            ['Order', number],
            ['Date of order', formatDay(date)],
            ['Place of supply', isInvoice ? paper.placeOfSupply : ''],
          ]}
        />
      </header>
      <div className="grid gap-6 sm:grid-cols-3 print:grid-cols-3">
        <Party title="Seller" party={seller} />
        <Party title="Bill to" party={billTo} />
        <Party title="Ship to" party={shipTo} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the keyboard scrolls it */}
      <section aria-label="Pieces" tabIndex={0} className="overflow-x-auto print:overflow-visible">
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-edge text-muted">
              {['Description', 'Quantity', 'Price', 'Taxable value', 'Tax', 'Total'].map(
                (label, index) => (
                  <th
                    key={label}
                    scope="col"
                    className={`py-2 font-normal not-last:pe-3 ${index === 0 ? 'text-start' : 'text-end'} ${WIDE_COLUMNS.includes(label) ? 'max-sm:hidden print:table-cell' : ''}`}
                  >
                    {label}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr
                key={`${line.title} ${line.variant} ${line.sku}`}
                className="break-inside-avoid border-b border-line align-top"
              >
                <td className="min-w-18 py-2.5 pe-3 wrap-anywhere">
                  <span className="block font-medium">{line.title}</span>
                  {[line.variant, line.sku && `SKU ${line.sku}`, line.hsn && `HSN ${line.hsn}`]
                    .filter(Boolean)
                    .join(', ')}
                </td>
                <td className="py-2.5 pe-3 text-end figures">{line.quantity}</td>
                <td className="py-2.5 pe-3 text-end amount whitespace-nowrap max-sm:hidden print:table-cell">
                  {formatRupees(line.price)}
                </td>
                <td className="py-2.5 pe-3 text-end amount whitespace-nowrap max-sm:hidden print:table-cell">
                  {formatRupees(line.taxableValue)}
                </td>
                <td className="py-2.5 pe-3 text-end amount whitespace-nowrap max-sm:hidden print:table-cell">
                  {formatRupees(line.tax)}
                  <span className="block text-muted">{line.taxPercent}%</span>
                </td>
                <td className="py-2.5 text-end amount whitespace-nowrap">
                  {formatRupees(line.total)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <dl className="ms-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-y-1">
        <dt>Subtotal</dt>
        <dd className="ps-6 text-end amount">{formatRupees(paper.subtotal)}</dd>
        {paper.taxes.map(({ label, percent, amount }) => (
          <Fragment key={label}>
            <dt>
              {label} ({percent}%)
            </dt>
            <dd className="ps-6 text-end amount">{formatRupees(amount)}</dd>
          </Fragment>
        ))}
        <dt className="border-t border-edge pt-1 font-semibold">Total</dt>
        <dd className="border-t border-edge ps-6 pt-1 text-end amount font-semibold">
          {formatRupees(paper.total)}
        </dd>
      </dl>
      <p>
        {METHOD_RULES[paper.method].desk}, {paymentBadges[paper.paymentState][1].toLowerCase()}.
        {paper.toCollect > 0 && ` ${formatRupees(paper.toCollect)} is paid to the courier.`}
      </p>
      {isInvoice && (
        <footer className="flex break-inside-avoid flex-wrap items-end justify-between gap-6">
          <p className="text-muted">Tax payable on reverse charge: no</p>
          <p className="min-w-60 border-t border-edge pt-1 text-end">
            For {seller.name}, authorised signatory
          </p>
        </footer>
      )}
    </div>
  )
}
