import { Fragment } from 'react'
import type { DocumentBody } from '#src/contract/orders.ts'
import {
  DOCUMENT_COLUMNS,
  describeLine,
  labelTax,
  listDocumentFacts,
  REVERSE_CHARGE,
  toSignature,
} from '#src/editing/document-facts.ts'
import { formatRupees } from '#src/rules/money.ts'
import { Facts, PaperHead, Party } from './paper-parts.tsx'

/** Columns that a phone hides and paper shows. */
const WIDE_COLUMNS = ['Price', 'Taxable value', 'Tax']

/** Renders a document from its stored body alone. */
export function DocumentSheet({ document }: { document: DocumentBody }) {
  const { title, seller, billTo, shipTo, lines } = document
  const isTaxDocument = title !== 'Order summary'
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-4 border-b-2 border-ink pb-4">
        <PaperHead title={title} />
        <Facts facts={listDocumentFacts(document)} />
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
              {DOCUMENT_COLUMNS.map((label, index) => (
                <th
                  key={label}
                  scope="col"
                  className={`py-2 font-normal not-last:pe-3 ${index === 0 ? 'text-start' : 'text-end'} ${WIDE_COLUMNS.includes(label) ? 'max-sm:hidden print:table-cell' : ''}`}
                >
                  {label}
                </th>
              ))}
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
                  {describeLine(line)}
                </td>
                <td className="py-2.5 pe-3 text-end figures">{line.quantity || ''}</td>
                <td className="py-2.5 pe-3 text-end amount whitespace-nowrap max-sm:hidden print:table-cell">
                  {line.quantity > 0 && formatRupees(line.price)}
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
        <dd className="ps-6 text-end amount">{formatRupees(document.subtotal)}</dd>
        {document.taxes.map((tax) => (
          <Fragment key={tax.label}>
            <dt>{labelTax(tax)}</dt>
            <dd className="ps-6 text-end amount">{formatRupees(tax.amount)}</dd>
          </Fragment>
        ))}
        <dt className="border-t border-edge pt-1 font-semibold">Total</dt>
        <dd className="border-t border-edge ps-6 pt-1 text-end amount font-semibold">
          {formatRupees(document.total)}
        </dd>
      </dl>
      {isTaxDocument && (
        <footer className="flex break-inside-avoid flex-wrap items-end justify-between gap-6">
          <p className="text-muted">{REVERSE_CHARGE}</p>
          <p className="min-w-60 border-t border-edge pt-1 text-end">{toSignature(document)}</p>
        </footer>
      )}
      {document.note && <p className="text-muted">{document.note}</p>}
    </>
  )
}
