import type { OfferField, Variant } from '#src/contract/catalog.ts'
import type { BuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { normalizeOfferText, validateOfferText, withOfferText } from '#src/rules/options.ts'
import { addToCart, buyNow } from '#src/stores/cart.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { $wishlistBusy, $wishlistIds, toggleWishlist } from '#src/stores/wishlist.ts'
import { showHeart, whileBusy } from '../buttons.ts'
import { showFieldError } from '../form/field-error.ts'
import type { OptionPicker } from './option-picker.ts'
import './option-picker.ts'
import './pincode-check.ts'

type Product = ShopProduct & Pick<BuyBoxProduct, 'fields'>

/** `<buy-box>`: the behaviour of ui/product/BuyBox, whose controls have the whole state. */
export class BuyBox extends HTMLElement {
  private unsubscribe?: () => void

  connectedCallback(): void {
    this.addEventListener('click', this.handleClick)
    this.addEventListener('change', this.handleChange)
    this.addEventListener('input', this.handleInput)
    const stops = [$wishlistIds.subscribe(this.showHeart), $wishlistBusy.listen(this.showHeart)]
    this.unsubscribe = () => {
      for (const stop of stops) stop()
    }
    this.showAddLabel()
    this.showTexts()
  }

  disconnectedCallback(): void {
    this.unsubscribe?.()
  }

  private get product(): Product {
    return JSON.parse(this.dataset['product'] ?? '') as Product
  }

  private get picker(): OptionPicker | null {
    return this.querySelector<OptionPicker>('option-picker')
  }

  /** The texts of the offers with the controls that have them. */
  private get texts(): { field: OfferField; input: HTMLInputElement; error: string | null }[] {
    return (this.product.fields ?? []).flatMap((field) => {
      const input = this.querySelector<HTMLInputElement>(`[data-offer="${field.name}"] input`)
      return input ? [{ field, input, error: validateOfferText(field, input.value) }] : []
    })
  }

  private get variant(): Variant {
    const chosen: Variant = { ...this.product.variant, ...this.picker?.chosen }
    return this.texts.reduce(
      (variant, { field, input }) => withOfferText(variant, field.name, input.value),
      chosen,
    )
  }

  private get quantity(): number {
    const input = this.querySelector<HTMLInputElement>('[data-quantity]')
    // Empty while another number is typed.
    return Math.max(1, input?.valueAsNumber || 1)
  }

  private handleClick = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button || button.disabled) return
    if ('heart' in button.dataset) void toggleWishlist(this.product)
    else if (button.dataset['action'] === 'add') void this.add(button)
    else if (button.dataset['action'] === 'buy') void this.buy(button)
    else if (button.dataset['action'] === 'alert') void this.setAlert(button)
    else if (button.dataset['action'] === 'share')
      void import('./share.ts').then(({ sharePage }) => sharePage(this.product.title))
  }

  private handleChange = ({ target }: Event): void => {
    this.showAddLabel()
    if (target instanceof HTMLInputElement && 'quantity' in target.dataset)
      target.value = String(this.quantity)
  }

  private handleInput = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return
    if ('quantity' in target.dataset) {
      const quantity = Math.min(Number(target.max), Math.floor(target.valueAsNumber) || 0)
      if (quantity !== target.valueAsNumber) target.value = quantity === 0 ? '' : String(quantity)
    } else if (target.closest('[data-offer]')) this.showTexts()
  }

  /** Leads to a choice that is missing or a text that cannot be written. @returns whether one is. */
  private promptMissing(): boolean {
    if (this.picker?.promptMissing()) return true
    const invalid = this.texts.find(({ error }) => error !== null)
    invalid?.input.focus()
    return invalid !== undefined
  }

  private async add(button: HTMLButtonElement): Promise<void> {
    if (this.promptMissing()) return
    const { variant, quantity } = this
    button.textContent = shopMessages.cart.adding
    await whileBusy(button, () => addToCart(this.product, { variant, quantity }))
    this.showAddLabel()
  }

  private async buy(button: HTMLButtonElement): Promise<void> {
    if (this.promptMissing()) return
    const { variant, quantity } = this
    await whileBusy(button, () => buyNow(this.product, { variant, quantity }))
  }

  /** Asks for a mail when the piece returns, and says what to expect in place of the button. */
  private async setAlert(button: HTMLButtonElement): Promise<void> {
    const status = button.parentElement?.querySelector('[role=status]')
    await whileBusy(button, async () => {
      const promise = await import('#src/stores/forms.ts').then(
        ({ setStockAlert }) => setStockAlert(this.product.id),
        () => '',
      )
      if (status) status.textContent = promise
      button.hidden = promise !== ''
    })
  }

  private showHeart = (): void => {
    const button = this.querySelector<HTMLButtonElement>('[data-heart]')
    if (button) showHeart(button, this.product)
  }

  /** Until an option is chosen, the label says which. */
  private showAddLabel(): void {
    const button = this.querySelector<HTMLButtonElement>('[data-action=add]')
    const label = this.picker?.prompt ?? shopMessages.cart.add
    if (button && !button.disabled && button.textContent !== label) button.textContent = label
  }

  /** Shows how the texts of the offers are written, or why they cannot be. */
  private showTexts(): void {
    const { texts } = this
    for (const { field, input, error } of texts) {
      const written = normalizeOfferText(field, input.value)
      const preview = input.closest('[data-offer]')?.querySelector<HTMLElement>('.offer-preview')
      showFieldError(input, error)
      if (!preview?.lastElementChild) continue
      preview.hidden = written === '' || error !== null
      preview.lastElementChild.textContent = written
    }
    const isPersonalised = texts.some(({ input }) => input.value.trim() !== '')
    this.querySelector('pincode-check')?.toggleAttribute('data-personalised', isPersonalised)
  }
}

if (!customElements.get('buy-box')) customElements.define('buy-box', BuyBox)
