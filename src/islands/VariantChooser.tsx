import { type SubmitEvent, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import type { Option, Variant } from '#src/contract/catalog.ts'
import { listSizeGuides } from '#src/rules/buy-box-product.ts'
import { chooseLabel } from '#src/rules/options.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { OptionPicker } from '#src/ui/product/OptionPicker.tsx'
import type { OptionPicker as OptionPickerElement } from './product/option-picker.ts'
import './product/option-picker.ts'

interface ChooserRequest {
  /** Title of the piece. */
  title: string
  category: string
  /** The options that the shopper chooses. */
  options: Option[]
  /** What is fixed or chosen already. */
  variant: Variant
  /** E.g. `Add to Cart`. */
  submitLabel: string
}

/** Opens a dialog with the options of a piece. @returns the variant; null when it was closed. */
export function chooseVariant(request: ChooserRequest): Promise<Variant | null> {
  return new Promise((resolve) => {
    const container = document.createElement('div')
    document.body.append(container)
    const root = createRoot(container)
    const close = (variant: Variant | null) => {
      resolve(variant)
      root.unmount()
      container.remove()
    }
    root.render(<VariantChooser {...request} onClose={close} />)
  })
}

interface Props extends ChooserRequest {
  onClose: (variant: Variant | null) => void
}

function VariantChooser({ title, category, options, variant, submitLabel, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const submitted = useRef<Variant>(null)
  const [first] = options

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const picker = event.currentTarget.querySelector<OptionPickerElement>('option-picker')
    if (!picker || picker.promptMissing()) return
    submitted.current = { ...variant, ...picker.chosen }
    // The dialog returns the focus to the button that opened it.
    dialog.current?.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog
    <dialog
      ref={dialog}
      className="chooser"
      aria-labelledby="chooser-title"
      onClose={() => onClose(submitted.current)}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <form noValidate className="flex flex-col gap-6 p-6 sm:p-8" onSubmit={submit}>
        <div className="flex items-start justify-between gap-4">
          <div className="flex min-w-0 flex-col gap-1">
            <h2 id="chooser-title" className="text-title">
              {first && chooseLabel(first)}
            </h2>
            <p className="text-body-sm wrap-anywhere text-muted">{title}</p>
          </div>
          <button
            type="button"
            className="icon-button -me-2.5 -mt-2"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <OptionPicker
          options={options}
          selected={variant}
          sizeGuides={listSizeGuides(category, options)}
        />
        <Button type="submit">{submitLabel}</Button>
      </form>
    </dialog>
  )
}
