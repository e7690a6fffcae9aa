import { useEffect, useState } from 'react'
import type { ShownVariant, Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatPrice } from '#src/rules/money.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import {
  formatAvailability,
  getOffer,
  getValueState,
  isNotOffered,
} from '#src/rules/product/variants.ts'
import { Button } from '#src/ui/Button.tsx'
import { PriceAndTax } from '#src/ui/product/PriceAndTax.tsx'
import type { GetValueState } from './OptionPicker.tsx'

// What only a product with variants, or a sold-out one, needs: its page fetches it once it is hydrated.

/** What is chosen of a product: its price, its stock, and what else the options can be. */
export function getChoice(
  product: { price: number; stock: number; variants?: ShownVariant[] | undefined },
  chosen: Variant,
) {
  const { variants } = product
  const getState: GetValueState = (name, value) => getValueState(variants, chosen, name, value)
  const { soldOut, notOffered } = shopMessages.stock
  const offer = getOffer(product, chosen)
  return {
    ...offer,
    priceText: formatPrice(offer.price, !offer.variant && isPriceFrom(product)),
    soldOutLabel: isNotOffered(variants, chosen) ? notOffered : soldOut,
    getState,
  }
}

/** The price and tax note of a variant with its own price. */
export { PriceAndTax }

/** How many are left of what is chosen, and its number. The gallery shows its picture. */
export function ChosenVariant({ variant }: { variant: ShownVariant }) {
  const { stock, sku, picture } = variant
  useEffect(() => showPicture(picture), [picture])
  return (
    <p className="flex flex-wrap gap-x-6 text-body-sm">
      <span role="status">{formatAvailability(stock)}</span>
      {sku && <span className="wrap-anywhere text-muted">SKU {sku}</span>}
    </p>
  )
}

/** Scrolls the gallery, which notices it. */
function showPicture(index: number | undefined): void {
  const picture = index === undefined ? null : document.getElementById(`picture-${index + 1}`)
  const list = picture?.parentElement
  list?.scrollTo({ left: (list.scrollWidth / list.childElementCount) * (index ?? 0) })
}

interface AlertProps {
  productId: string
  /** The choice that is waited for. */
  variant: Variant
  /** The button is the first of its place. */
  isFirst?: boolean
}

/** Asks for a mail when a sold-out piece, or this choice of it, returns. */
export function StockAlert({ productId, variant, isFirst = false }: AlertProps) {
  const [busy, setBusy] = useState(false)
  const [promise, setPromise] = useState('')

  async function setAlert() {
    setBusy(true)
    const promise = await import('#src/stores/forms.ts').then(
      ({ setStockAlert }) => setStockAlert(productId, variant),
      () => '',
    )
    setPromise(promise)
    setBusy(false)
  }

  return (
    <>
      {/* Without a text it is no item of the row, whose gap would indent the button. */}
      <p role="status" className="text-body-sm empty:absolute">
        {promise}
      </p>
      {!promise && (
        <Button
          variant={isFirst ? 'primary' : 'secondary'}
          size="narrow"
          className="stock-alert"
          busy={busy}
          onClick={() => void setAlert()}
        >
          {shopMessages.stock.alert}
        </Button>
      )}
    </>
  )
}
