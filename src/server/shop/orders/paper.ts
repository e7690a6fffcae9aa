import type { Gift } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { OrderAddress, OrderPaper } from '#src/contract/orders.ts'
import { isIndia } from '#src/rules/account/pincode.ts'
import { brand } from '#src/rules/brand.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import { toStateCode } from '#src/rules/orders/gst-states.ts'
import { splitTax } from '#src/rules/orders/split-tax.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { readFacts } from '../../core/mail/compose-mail.ts'
import * as queries from './queries.ts'
import { toShipment } from './read-order.ts'
import type { OrderRow } from './tables.ts'

const toAddress = (json: string) =>
  ({
    address: '',
    city: '',
    state: '',
    pincode: '',
    country: '',
    ...JSON.parse(json),
  }) as OrderAddress

const toLines = ({ address, city, state, pincode, country }: OrderAddress): string[] =>
  [address, [city, state, pincode].filter(Boolean).join(', '), country].filter(Boolean)

const codeOf = ({ state, country }: OrderAddress): string => toStateCode(state, isIndia(country))

/** What order summary, tax invoice and packing slip of an order say. */
export async function toOrderPaper(deps: Deps, db: Db, order: OrderRow): Promise<OrderPaper> {
  const { LEGAL_NAME, LEGAL_ADDRESS, GSTIN } = deps.env
  const facts = await readFacts(deps, db)
  const { street, city, state, pincode } = facts.address
  const lines = await queries.listLines(db, order.id)
  const [shipment] = await queries.listShipments(db, order.id)
  const values = lines.map(({ unit_paise, quantity }) => unit_paise * quantity)
  const taxes = splitTax(values, order.tax_paise)
  const shipTo = toAddress(order.ship_to)
  const billTo = toAddress(order.bill_to)
  const isInvoice = order.invoice_number !== null
  const sellerCode = GSTIN?.slice(0, 2) ?? ''
  const supplyCode = codeOf(shipTo)
  const isCash = order.method === 'cod'
  return {
    title: isInvoice ? 'Tax invoice' : 'Order summary',
    number: order.number,
    date: toIso(order.placed_at),
    invoiceNumber: order.invoice_number ?? '',
    invoiceDate: order.invoiced_at === null ? null : toIso(order.invoiced_at),
    seller: {
      name: LEGAL_NAME ?? brand.name,
      lines: LEGAL_ADDRESS
        ? [LEGAL_ADDRESS]
        : [street, `${city}, ${state} ${pincode}`, brand.country],
      gstin: GSTIN ?? '',
      stateCode: sellerCode,
      phone: facts.contact.phone,
      email: facts.contact.email,
    },
    billTo: {
      name: order.name,
      lines: toLines(billTo),
      gstin: order.buyer_gstin,
      stateCode: codeOf(billTo),
      phone: order.phone,
      email: order.email,
    },
    shipTo: {
      name: order.name,
      lines: toLines(shipTo),
      gstin: '',
      stateCode: supplyCode,
      phone: order.phone,
      email: '',
    },
    placeOfSupply: [shipTo.state, supplyCode && `(${supplyCode})`].filter(Boolean).join(' '),
    lines: lines.map((line, index) => {
      const value = values[index] ?? 0
      const tax = taxes[index] ?? 0
      return {
        title: line.title,
        variant: formatVariant(JSON.parse(line.variant) as Variant),
        sku: line.sku,
        hsn: line.hsn,
        quantity: line.quantity,
        price: toRupees(line.unit_paise),
        taxableValue: toRupees(value),
        taxPercent: TAX_PERCENT,
        tax: toRupees(tax),
        total: toRupees(value + tax),
      }
    }),
    subtotal: toRupees(order.subtotal_paise),
    taxes: toTaxes(order.tax_paise, GSTIN === undefined, sellerCode === supplyCode),
    total: toRupees(order.total_paise),
    method: order.method,
    paymentState: order.payment_state,
    toCollect:
      isCash && order.payment_state === 'none' && order.state !== 'cancelled'
        ? toRupees(order.total_paise)
        : 0,
    gift: JSON.parse(order.gift) as Gift,
    shipment: shipment ? toShipment(shipment) : null,
  }
}

function toTaxes(paise: number, isPlain: boolean, isWithinState: boolean): OrderPaper['taxes'] {
  if (isPlain) return [{ label: 'Tax', percent: TAX_PERCENT, amount: toRupees(paise) }]
  if (!isWithinState) return [{ label: 'IGST', percent: TAX_PERCENT, amount: toRupees(paise) }]
  const half = Math.floor(paise / 2)
  return [
    { label: 'CGST', percent: TAX_PERCENT / 2, amount: toRupees(half) },
    { label: 'SGST', percent: TAX_PERCENT / 2, amount: toRupees(paise - half) },
  ]
}
