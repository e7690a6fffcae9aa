import type { OrderPaper } from '#src/contract/orders.ts'
import { count } from '#src/rules/count.ts'
import { formatShortDay, toIndianDay } from '#src/rules/dates.ts'
import { Facts, PaperHead, Party, withoutTax } from './paper-parts.tsx'

const Gift = ({ gift: { wrap, note } }: Pick<OrderPaper, 'gift'>) =>
  (wrap || note !== '') && (
    <section aria-label="Gift" className="border border-edge p-4">
      {wrap && <p className="font-semibold">Wrap as a gift. No prices in the parcel.</p>}
      {note && <p className="wrap-anywhere whitespace-pre-wrap">Card: “{note}”</p>}
    </section>
  )

export function PackingSlip({ paper }: { paper: OrderPaper }) {
  const { number, date, seller, recipient, lines, gift, shipment } = paper
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-4 border-b-2 border-ink pb-4">
        <PaperHead title="Packing slip" />
        <div className="text-end">
          <p className="text-2xl leading-tight font-semibold figures">{number}</p>
          <p className="text-muted">{formatShortDay(toIndianDay(date))}</p>
        </div>
      </header>
      <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party title="Ship to" party={withoutTax(recipient)} isLarge />
        <div className="flex flex-col gap-4">
          <Party title="From" party={withoutTax(seller)} />
          {shipment && (
            <Facts
              facts={[
                ['Sent', formatShortDay(toIndianDay(shipment.dispatchedAt))],
                ['Carrier', shipment.carrier],
                ['Tracking number', shipment.trackingNumber],
              ]}
            />
          )}
        </div>
      </div>
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
    </>
  )
}
