import { useStore } from '@nanostores/react'
import { canBuy, formatVariant, toLineSummary } from '#src/rules/cart-line.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { cartChangeMessages } from '#src/rules/messages/cart-changes.ts'
import { deliveryMessages } from '#src/rules/messages/delivery.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatRupees, lineTotal } from '#src/rules/money.ts'
import { paths } from '#src/rules/paths.ts'
import { isPersonalised } from '#src/rules/product/options.ts'
import { $cartTotals, $gift, type CartLine } from '#src/stores/cart-lines.ts'
import { $delivery, formatDelivery } from '#src/stores/delivery.ts'
import { Button, TextLink } from '#src/ui/Button.tsx'
import { keepHyphens } from '#src/ui/keep-hyphens.tsx'
import { ProductThumbnail } from '#src/ui/Picture.tsx'
import { TotalRow } from '#src/ui/TotalRow.tsx'

interface Props {
  lines: readonly CartLine[]
  /** Sentences about missing parts, before the payment. */
  missing: string | null
  /** Whether the cart is fetched again before the payment. */
  busy: boolean
  onPay: () => void
}

/** The lines, the totals and the payment button (docs/decisions/product.md#payment). */
export function OrderSummary({ lines, missing, busy, onPay }: Props) {
  const isBlocked = lines.some((line) => !canBuy(line))
  const { subtotal, tax, total } = useStore($cartTotals)
  return (
    <section
      aria-labelledby="order-summary"
      className="flex min-w-0 flex-col gap-6 bg-surface p-[min(2rem,7.5%)]"
    >
      <h2 id="order-summary" className="text-title">
        Order Summary
      </h2>
      <ul className="@container flex flex-col gap-5">
        {lines.map((line) => (
          <OrderLine key={line.id} line={line} />
        ))}
      </ul>
      <DeliveryAndGift lines={lines} />
      <dl className="flex flex-col gap-2 border-t border-line pt-5 figures">
        <TotalRow label="Subtotal" rupees={subtotal} />
        <TotalRow label={`Tax (${TAX_PERCENT}%)`} rupees={tax} />
        <TotalRow label="Total" rupees={total} strong />
      </dl>
      <div className="pay-bar">
        <Button
          className="wrap-anywhere"
          size="narrow"
          disabled={missing !== null}
          busy={busy}
          aria-describedby={missing ? 'payment-missing' : undefined}
          onClick={onPay}
        >
          <span className="min-w-0">Proceed to Pay {formatRupees(total)}</span>
        </Button>
        {missing && (
          <p id="payment-missing" role="status" className="text-sm text-muted">
            {missing}
          </p>
        )}
        {isBlocked && (
          <TextLink href={paths.cart} className="self-start">
            {cartChangeMessages.review}
          </TextLink>
        )}
      </div>
    </section>
  )
}

/** The days for the pincode of the address, and the gift wrap. */
function DeliveryAndGift({ lines }: Pick<Props, 'lines'>) {
  const delivery = useStore($delivery)
  const { wrap, note } = useStore($gift)
  const personalised = lines.some(({ variant }) => isPersonalised(variant))
  return (
    <div className="flex flex-col gap-1 text-body-sm text-muted">
      <p>{formatDelivery(delivery, personalised) ?? deliveryMessages.pincode.estimate}</p>
      {wrap && <p className="wrap-anywhere">Gift wrap{note && <>, with a card: “{note}”</>}</p>}
    </div>
  )
}

function OrderLine({ line }: { line: CartLine }) {
  const summary = toLineSummary(line)
  const { state, available } = line
  const { choiceGone, soldOut } = shopMessages.stock
  const reason =
    state === 'notOffered' ? choiceGone : state === 'soldOut' ? soldOut : line.limitMessage
  return (
    <li className="grid grid-cols-[min(4rem,18vw)_minmax(0,1fr)] gap-x-4">
      <div className="row-span-2 @max-[13rem]:row-span-1">
        <ProductThumbnail summary={summary} sizes="4rem" />
      </div>
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="leading-snug font-medium wrap-anywhere">{keepHyphens(summary.title)}</p>
        <p className="text-sm wrap-anywhere text-muted">{formatVariant(line.variant)}</p>
        {!canBuy(line) && <p className="text-sm font-medium text-danger">{reason}</p>}
      </div>
      {/* This goes below the picture if the text is much larger than usual. */}
      <p className="flex flex-wrap justify-between gap-x-4 self-end text-body-sm figures @max-[13rem]:col-span-2 @max-[13rem]:pt-2">
        <span className="text-muted">Quantity: {line.quantity}</span>
        {available === 0 ? (
          <span className="text-muted">{cartChangeMessages.notCounted}</span>
        ) : (
          <span className="min-w-0 amount">
            {formatRupees(lineTotal({ price: summary.price, quantity: available }))}
          </span>
        )}
      </p>
    </li>
  )
}
