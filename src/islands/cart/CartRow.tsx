import { formatVariant, toLineSummary } from '#src/rules/cart-line.ts'
import { cartChangeMessages } from '#src/rules/messages/cart-changes.ts'
import { cartPageMessages } from '#src/rules/messages/cart-page.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatRupees, lineTotal } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import {
  type CartLine,
  changeQuantity,
  changeVariant,
  removeLine,
  saveForLater,
} from '#src/stores/cart-lines.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button, PlainButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { heartIcon, trashIcon } from '#src/ui/icons.ts'
import { keepHyphens } from '#src/ui/keep-hyphens.tsx'
import { ProductThumbnail } from '#src/ui/Picture.tsx'
import { QuantityControl } from '#src/ui/QuantityControl.tsx'
import { useVariantChooser } from '../product-card/use-variant-chooser.tsx'

/** The grid of a line and of its skeleton. */
export const rowClass =
  'relative grid grid-cols-[min(6rem,28vw)_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-5 gap-y-3 border-b border-line py-6 sm:grid-cols-[9rem_minmax(0,1fr)_auto] sm:gap-x-8 sm:py-8'

// The link of the title covers the picture, too.
const titleClass =
  'after:absolute after:start-0 after:top-6 after:aspect-product after:w-24 hover:underline sm:after:top-8 sm:after:w-36'

const actionClass =
  'inline-flex min-h-11 items-center gap-2 text-body-sm text-muted hover:text-ink aria-disabled:opacity-55'

/** A cart line: picture, title, unit price, quantity, line total, remove. */
export function CartRow({ line }: { line: CartLine }) {
  const summary = toLineSummary(line)
  const { state, available } = line
  const isAtMax = line.quantity >= line.maxQuantity
  const isGone = state === 'notOffered'
  const isShort = state === 'available' && available < line.quantity
  return (
    <li data-item={line.id} className={rowClass} aria-busy={line.busy || undefined}>
      <div className="row-span-2">
        <ProductThumbnail summary={summary} sizes="(min-width: 640px) 9rem, 6rem" />
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="text-title">
          <a href={line.slug ? productPath(line.slug) : undefined} className={titleClass}>
            {keepHyphens(summary.title)}
          </a>
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-3 text-body-sm text-muted">
          <span className="wrap-anywhere">{formatVariant(line.variant)}</span>
          {line.options.length > 0 && <ChangeOptions line={line} title={summary.title} />}
        </p>
        {!isGone && (line.quantity > 1 || available === 0) && (
          <p className="text-body-sm">
            <span className="sr-only">Unit price </span>
            <span className="amount">{formatRupees(summary.price)}</span>
          </p>
        )}
        {state !== 'available' && (
          <p className="text-body-sm font-medium text-danger">
            {shopMessages.stock[isGone ? 'choiceGone' : 'soldOut']}
          </p>
        )}
        {isGone && line.options.length === 0 && (
          <Button
            variant="quiet"
            size="flush"
            className="self-start"
            busy={line.busy}
            onClick={() => void changeVariant(line, {})}
          >
            {cartChangeMessages.asSoldNow}
            <span className="sr-only">: {summary.title}</span>
          </Button>
        )}
      </div>
      <p className="text-base font-medium max-sm:col-start-2 max-sm:row-start-2 sm:text-end">
        {available === 0 ? (
          <span className="text-body-sm font-normal text-muted">
            {cartChangeMessages.notCounted}
          </span>
        ) : (
          <>
            <span className="sr-only">Line total </span>
            <span className="amount">
              {formatRupees(lineTotal({ price: summary.price, quantity: available }))}
            </span>
          </>
        )}
      </p>
      {/* This goes below the picture if the text is much larger than usual. */}
      <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 self-end max-sm:col-start-2 sm:col-span-2 @max-[14rem]:col-span-2 @max-[14rem]:col-start-1">
        {!isGone && (
          <QuantityControl
            quantity={line.quantity}
            title={summary.title}
            isAtMax={isAtMax}
            busy={line.busy}
            onChange={(step) => void changeQuantity(line, step)}
          />
        )}
        {isShort && available > 0 && (
          <Button
            variant="secondary"
            size="narrow"
            busy={line.busy}
            onClick={() => void changeQuantity(line, available - line.quantity)}
          >
            {cartChangeMessages.take(available)}
            <span className="sr-only"> of {summary.title}</span>
          </Button>
        )}
        <div className="flex flex-wrap gap-x-5">
          <PlainButton
            className={actionClass}
            busy={line.busy}
            onClick={() => void removeLine(line)}
          >
            <Icon path={trashIcon} /> Remove<span className="sr-only"> {summary.title}</span>
          </PlainButton>
          <PlainButton
            className={actionClass}
            busy={line.busy}
            onClick={() => void saveForLater(line)}
          >
            <Icon path={heartIcon} />
            <span>
              Save<span className="sr-only"> {summary.title}</span> for later
            </span>
          </PlainButton>
        </div>
        <p className="text-sm text-muted">
          <span role="status">{isAtMax && state === 'available' && line.limitMessage}</span>{' '}
          {/* A toast says it, too. */}
          <span>{line.note}</span>
        </p>
      </div>
    </li>
  )
}

/** Opens the options of the line in a dialog. */
function ChangeOptions({ line, title }: { line: CartLine; title: string }) {
  const { chooser, chooseVariant } = useVariantChooser()

  async function change() {
    try {
      const isChosen = ([name]: [string, string]) =>
        line.options.some((option) => option.name === name)
      const chosen = await chooseVariant({
        ...line,
        id: line.productId,
        title,
        // Until a choice is made, the stock is that of all choices.
        stock: line.variants?.reduce((sum, row) => sum + row.stock, 0) ?? line.stock,
        // Omits choices that the product no longer has.
        variant:
          line.state === 'notOffered'
            ? Object.fromEntries(Object.entries(line.variant).filter(isChosen))
            : line.variant,
        submitLabel: 'Update',
      })
      if (chosen) await changeVariant(line, chosen)
    } catch {
      toast.error(shopMessages.cart.updateErrors.failed)
    }
  }

  return (
    <>
      <PlainButton
        className="relative inline-flex min-h-11 items-center link aria-disabled:opacity-55"
        busy={line.busy}
        onClick={() => void change()}
      >
        {line.state === 'available' ? 'Change' : cartPageMessages.cartPage.chooseAgain}
        <span className="sr-only">
          {line.state === 'available' ? ` the options of ${title}` : `: ${title}`}
        </span>
      </PlainButton>
      {chooser}
    </>
  )
}
