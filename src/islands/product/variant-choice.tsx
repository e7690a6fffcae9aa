import { useEffect, useEffectEvent, useState } from 'react'
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
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { importTwice } from '#src/ui/lazy-module.ts'
import { PriceAndTax } from '#src/ui/product/PriceAndTax.tsx'
import type { GetValueState } from './OptionPicker.tsx'

// Parts of a product with variants, or a sold-out one. Its page fetches them after hydration.

/** Returns the choice of a product: price, stock, and possible values of the other options. */
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

/** Stock and number of the choice. The gallery shows its picture. */
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
  /** The choice for which the shopper waits. */
  variant: Variant
  /** The button is the first of its place. */
  isFirst?: boolean
  /** Whether it was pressed before it was loaded. */
  isAsked?: boolean
  onAsked?: () => void
}

/** Asks for a mail once a sold-out piece, or this choice of it, is back. */
export function StockAlert({ productId, variant, isFirst = false, isAsked, onAsked }: AlertProps) {
  const [busy, setBusy] = useState(false)
  const [promise, setPromise] = useState('')

  async function setAlert() {
    setBusy(true)
    try {
      const { setStockAlert } = await importTwice(() => import('#src/stores/forms.ts'))
      setPromise(await setStockAlert(productId, variant))
    } catch {
      toast.error(shopMessages.notLoaded)
    }
    setBusy(false)
  }
  const onMount = useEffectEvent(() => {
    if (!isAsked) return
    onAsked?.()
    void setAlert()
  })
  useEffect(() => onMount(), [])

  return (
    <>
      {/* An empty item of the row would indent the button by the gap. */}
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
