import { shopMessages } from '#src/rules/messages/shop.ts'
import { parsePincode } from '#src/rules/pincode.ts'
import { $delivery, setPincode } from '#src/stores/delivery.ts'
import { showFieldError } from '../form/field-error.ts'

const { invalid, unknown, estimate, range } = shopMessages.pincode

/** `<pincode-check>`: shows the days of a pincode in the markup of ui/product/PincodeCheck. */
export class PincodeCheck extends HTMLElement {
  static observedAttributes = ['data-personalised']
  private unsubscribe?: () => void

  connectedCallback(): void {
    this.addEventListener('submit', this.handleSubmit)
    this.unsubscribe = $delivery.subscribe(this.show)
  }

  disconnectedCallback(): void {
    this.unsubscribe?.()
  }

  attributeChangedCallback(): void {
    if (this.unsubscribe) this.show()
  }

  private handleSubmit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const input = this.querySelector('input')
    if (!input) return
    const pincode = parsePincode(input.value)
    const isKnown = pincode !== null && (await setPincode(pincode))
    showFieldError(input, isKnown ? null : pincode ? unknown : invalid)
    if (!isKnown) input.focus()
  }

  private show = (): void => {
    const delivery = $delivery.get()
    const input = this.querySelector('input')
    const status = this.querySelector<HTMLElement>('[role=status]')
    const text = status?.querySelector('span')
    if (!delivery || !input || !text) return
    // The session's pincode, unless another is being typed.
    if (input.value === '') input.value = delivery.pincode
    const { pincode } = delivery
    const days = 'personalised' in this.dataset ? delivery.personalisedRange : delivery.range
    status?.toggleAttribute('data-known', true)
    text.className = days ? 'delivery-range' : ''
    text.textContent = days ? range(days, pincode) : `${estimate} to ${pincode}`
  }
}

if (!customElements.get('pincode-check')) customElements.define('pincode-check', PincodeCheck)
