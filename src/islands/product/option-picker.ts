import type { Variant } from '#src/contract/catalog.ts'
import { chooseLabel } from '#src/rules/options.ts'

const MESSAGE_ID = 'missing-option'

/** `<option-picker>`: shows what is chosen, and asks for what is missing, in ui/product/OptionPicker. */
export class OptionPicker extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('change', this.showChosen)
    // A browser restores the choice of a page that is opened again.
    this.showChosen()
  }

  /** The chosen values by the name of their option. */
  get chosen(): Variant {
    const inputs = this.querySelectorAll<HTMLInputElement>('input:checked')
    return Object.fromEntries([...inputs].map(({ name, value }) => [name, value]))
  }

  /** E.g. `Choose a size`, for the first option without a choice. */
  get prompt(): string | undefined {
    const name = this.missing?.dataset['option']
    return name === undefined ? undefined : chooseLabel({ name })
  }

  private get missing(): HTMLElement | null {
    return this.querySelector('[data-option]:not(:has(input:checked))')
  }

  /** Asks for the first missing choice and moves the focus there. @returns whether one is missing. */
  promptMissing(): boolean {
    this.showMissing()
    const { missing } = this
    missing?.querySelector('input')?.focus()
    return missing !== null
  }

  private showChosen = (): void => {
    const { chosen } = this
    for (const group of this.querySelectorAll<HTMLElement>('[data-option]')) {
      const place = group.querySelector('legend > :last-child')
      const value = chosen[group.dataset['option'] ?? ''] ?? ''
      if (place && place.textContent !== value) place.textContent = value
    }
    if (this.querySelector(`#${MESSAGE_ID}`)) this.showMissing()
  }

  private showMissing(): void {
    const { missing, prompt } = this
    const previous = this.querySelector(`#${MESSAGE_ID}`)
    if (previous && previous.parentElement === missing) return
    previous?.parentElement?.removeAttribute('aria-describedby')
    previous?.remove()
    if (!missing) return
    const message = document.createElement('p')
    message.id = MESSAGE_ID
    message.role = 'alert'
    message.className = 'text-sm font-medium text-danger'
    message.textContent = `${prompt} first.`
    missing.append(message)
    missing.setAttribute('aria-describedby', MESSAGE_ID)
  }
}

if (!customElements.get('option-picker')) customElements.define('option-picker', OptionPicker)
