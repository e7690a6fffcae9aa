import { Fragment } from 'react'
import type { OrderDetail, OrderLine } from '#src/contract/orders.ts'
import { formatAddressLines } from '#src/rules/account/addresses.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { formatDay, toIndianDay } from '#src/rules/dates.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { formatRupees } from '#src/rules/money.ts'
import { describePieces } from '#src/rules/orders/describe-return.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { toDocumentUrl } from '#src/stores/orders.ts'
import { keepHyphens } from '#src/ui/keep-hyphens.tsx'
import { ProductThumbnail } from '#src/ui/Picture.tsx'
import { TotalRow } from '#src/ui/TotalRow.tsx'

interface Props {
  order: OrderDetail
}

export const Lines = ({ order }: Props) => (
  <ul className="@container flex flex-col gap-5">
    {order.lines.map((line) => (
      <Line key={line.position} line={line} states={describePieces(line, order)} />
    ))}
  </ul>
)

function Line({ line, states }: { line: OrderLine; states: string[] }) {
  const { slug, title, variant, picture, price, quantity } = line
  return (
    <li className="grid grid-cols-[min(4rem,18vw)_minmax(0,1fr)] gap-x-4">
      <div className="row-span-2 @max-[13rem]:row-span-1">
        <ProductThumbnail summary={{ image: picture, picture: undefined }} sizes="4rem" />
      </div>
      <div className="flex min-w-0 flex-col gap-0.5">
        {/* What is no longer sold has no page. */}
        <a
          href={slug ? productPath(slug) : undefined}
          className="leading-snug font-medium wrap-anywhere"
        >
          {keepHyphens(title)}
        </a>
        <p className="text-sm wrap-anywhere text-muted">{formatVariant(variant)}</p>
        {states.map((state) => (
          <p key={state} className="text-sm wrap-anywhere text-muted">
            {state}
          </p>
        ))}
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 self-end text-body-sm figures @max-[13rem]:col-span-2 @max-[13rem]:pt-2">
        <span className="text-muted">
          Quantity: {quantity}
          {quantity > 1 && ` × ${formatRupees(price)}`}
        </span>
        <span className="ms-auto min-w-0 amount">{formatRupees(price * quantity)}</span>
      </p>
    </li>
  )
}

export const Totals = ({ order }: Props) => {
  const { subtotal, tax, total, credit, back, refunded, refunds } = order
  const hasExchange = refunds.some(({ state }) => state === 'exchanged')
  return (
    <dl className="flex flex-col gap-2 border-t border-line pt-5 figures">
      <TotalRow label="Subtotal" rupees={subtotal} />
      <TotalRow label={`Tax (${TAX_PERCENT}%)`} rupees={tax} />
      <TotalRow label="Total" rupees={total} strong />
      {credit > 0 && <TotalRow label="Paid by what came back" rupees={-credit} />}
      {back > 0 && <TotalRow label="Cancelled or returned" rupees={-back} />}
      {refunded > 0 && (
        <TotalRow label={hasExchange ? 'Refunded or exchanged' : 'Refunded'} rupees={refunded} />
      )}
    </dl>
  )
}

/** How the order is paid, the gift, the numbers of a business, and what is paid back. */
export function Payment({ order, isLinked }: Props & { isLinked: boolean }) {
  const { number, method, paymentState, state, gift, gstin, refunds, refundDue, payout } = order
  const { creditNoteNumbers } = order
  const invoices = new Set([
    order.invoiceNumber,
    ...order.shipments.map((row) => row.invoiceNumber),
  ])
  // Nothing is paid in cash for pieces that came back, and what an exchange costs is known once they have.
  const isVoid =
    state === 'awaiting_return' || (paymentState === 'none' && order.back === order.total)
  return (
    <div className="flex flex-col gap-1 text-body-sm text-muted">
      <p>
        {order.credit === order.total ? orderMessages.paidByReturn : orderMessages.method[method]}
        {!isVoid && order.credit < order.total && `: ${orderMessages.payment[paymentState]}`}
      </p>
      {gift.wrap && (
        <p className="wrap-anywhere">Gift wrap{gift.note && <>, with a card: “{gift.note}”</>}</p>
      )}
      {gstin && <p className="wrap-anywhere">GSTIN {gstin}</p>}
      {[...invoices, ...creditNoteNumbers].filter(Boolean).map((document) => (
        <p key={document} className="wrap-anywhere">
          {invoices.has(document) ? 'Invoice' : 'Credit note'}{' '}
          {isLinked ? (
            document
          ) : (
            <a href={toDocumentUrl(number, document)} className="link" download>
              {document} (PDF)
            </a>
          )}
        </p>
      ))}
      {refunds.map(({ id, amount, state: refundState, at }) => (
        <p key={id} className="figures">
          {describeRefund(formatRupees(amount), refundState, formatDay(toIndianDay(at)))}
        </p>
      ))}
      {refundDue > 0 && <p className="figures">{formatRupees(refundDue)} is to be paid back.</p>}
      {payout && <p className="wrap-anywhere">What is paid back in cash goes to {payout}.</p>}
    </div>
  )
}

function describeRefund(
  amount: string,
  state: OrderDetail['refunds'][number]['state'],
  day: string,
): string {
  if (state === 'exchanged') return `${amount} pays your exchange, since ${day}.`
  return state === 'processed'
    ? `${amount} was refunded on ${day}.`
    : `${amount} is being refunded, since ${day}.`
}

/** The account of the shop for an order that is paid by transfer. */
export function Bank({
  order: { number, total, credit },
  bank,
}: Props & { bank: NonNullable<OrderDetail['bank']> }) {
  const rows = [
    ['Amount', formatRupees(total - credit)],
    ['Name', bank.name],
    ['Account', bank.number],
    ['IFSC', bank.ifsc],
    ['Reference', number],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      <p>{orderMessages.page.transfer}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 border-s-2 border-accent ps-4 wrap-anywhere figures">
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="m-0">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

export function Addresses({ order: { name, email, phone, shipTo, billTo } }: Props) {
  const lines = formatAddressLines(shipTo)
  const billLines = formatAddressLines(billTo)
  const isSame = lines.join() === billLines.join()
  return (
    <section aria-labelledby="ship-to" className="flex min-w-0 flex-col gap-4">
      <h2 id="ship-to" className="border-b border-line pb-3 text-title">
        Shipping Address
      </h2>
      <p className="wrap-anywhere">
        <span className="block font-medium">{name}</span>
        <span className="block text-muted">{email}</span>
        <span className="block text-muted figures">{phone}</span>
      </p>
      <PostalLines lines={lines} />
      {!isSame && (
        <>
          <h3 className="text-body-sm font-medium">Billing address</h3>
          <PostalLines lines={billLines} />
        </>
      )}
    </section>
  )
}

const PostalLines = ({ lines }: { lines: readonly string[] }) => (
  <address className="wrap-anywhere not-italic">
    {lines.map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ))}
  </address>
)

/** The contact for help, in every state of the order. */
export const Help = ({ number, phone }: { number: string; phone: string }) => (
  <section aria-labelledby="help" className="flex min-w-0 flex-col gap-4">
    <h2 id="help" className="border-b border-line pb-3 text-title">
      A question about this order?
    </h2>
    <p className="wrap-anywhere">
      <a href={`${paths.contact}?order=${number}`} className="link">
        Write to us
      </a>{' '}
      about {number}, or call{' '}
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="link">
        {phone}
      </a>
      .{' '}
      <a href={paths.shippingReturns} className="link">
        Delivery and returns
      </a>{' '}
      says what we promise.
    </p>
  </section>
)
