import type { SubmitEvent } from 'react'
import { createPortal } from 'react-dom'
import type { Option, ShownVariant, Variant } from '#src/contract/catalog.ts'
import { listSizeGuides } from '#src/rules/product/buy-box-product.ts'
import { chooseLabel } from '#src/rules/product/options.ts'
import { formatAvailability } from '#src/rules/product/variants.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { closeIcon } from '#src/ui/icons.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { OptionPicker } from '../product/OptionPicker.tsx'
import { useVariantForm } from '../product/use-variant-form.ts'
import { getChoice, StockAlert } from '../product/variant-choice.tsx'

export interface ChooserRequest {
  /** The id of the product. */
  id: string
  title: string
  category: string
  /** The price of the product; a choice may have its own. */
  price: number
  stock: number
  variants?: ShownVariant[] | undefined
  /** The options that the shopper chooses. */
  options: Option[]
  /** Attributes that are fixed or chosen already. */
  variant: Variant
  /** E.g. `Add to Cart`. */
  submitLabel: string
}

interface Props extends ChooserRequest {
  /** Receives null if nothing was chosen. */
  onClose: (variant: Variant | null) => void
}

/** A dialog with the options of a piece. */
export function VariantChooser({ title, category, options, submitLabel, onClose, ...rest }: Props) {
  const choice = useVariantForm({ options, ...rest })
  const chosen = getChoice(rest, choice.variant)
  const { stock, variant } = chosen
  const isUnavailable = rest.variants !== undefined && stock === 0
  const [first] = options
  const label = first ? chooseLabel(first) : title

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const submitted = choice.choose()
    if (submitted) onClose(submitted)
  }

  return createPortal(
    <Modal label={label} className="chooser" onClose={() => onClose(null)}>
      <form
        ref={choice.form}
        noValidate
        className="flex flex-col gap-6 p-[min(2rem,7.5%)]"
        onChange={choice.onChange}
        onSubmit={submit}
      >
        <div className="flex items-start justify-between gap-4">
          <div className="flex min-w-0 flex-col gap-1">
            <h2 className="text-title">{label}</h2>
            <p className="text-body-sm wrap-anywhere text-muted">{title}</p>
          </div>
          <IconButton className="-me-[10px] -mt-2" label="Close" onClick={() => onClose(null)}>
            <Icon path={closeIcon} />
          </IconButton>
        </div>
        <OptionPicker
          id="chooser"
          options={options}
          getState={chosen.getState}
          variant={rest.variant}
          chosen={choice.variant}
          missing={choice.shownMissing}
          sizeGuides={listSizeGuides(category, options)}
        />
        {rest.variants && (
          <p role="status" className="flex flex-wrap gap-x-6 text-body-sm">
            <span className="min-w-0 amount font-medium">{chosen.priceText}</span>
            {variant && <span>{formatAvailability(variant.stock)}</span>}
          </p>
        )}
        {variant && isUnavailable && (
          <StockAlert key={JSON.stringify(variant)} productId={rest.id} variant={variant.choice} />
        )}
        <Button type="submit" disabled={isUnavailable}>
          {isUnavailable ? chosen.soldOutLabel : submitLabel}
        </Button>
      </form>
    </Modal>,
    document.body,
  )
}
