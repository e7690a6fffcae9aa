import type { Option, Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { chooseLabel } from '#src/rules/product/options.ts'
import type { ValueState } from '#src/rules/product/variants.ts'
import { TextLink } from '#src/ui/Button.tsx'

/** Returns whether a value is possible with the chosen other options. */
export type GetValueState = (name: string, value: string) => ValueState | undefined

interface Props {
  /** Prefix of the ids of its errors, because the dialog of a card may be open over a product page. */
  id: string
  options: Option[]
  getState: GetValueState
  /** Initial choice, and the fixed attributes. */
  variant: Variant
  chosen: Variant
  /** Option that the shopper still has to choose. */
  missing: Option | undefined
  /** Links to the page on sizes by the name of the option. */
  sizeGuides: Record<string, string>
}

/** A radio group for each option; attributes without options are text. */
export function OptionPicker(props: Props) {
  const { id, options, getState, variant, chosen, missing, sizeGuides } = props
  const fixed = Object.entries(variant).filter(
    ([name]) => !options.some((option) => option.name === name),
  )
  return (
    <div className="flex flex-col gap-5">
      {fixed.map(([name, value]) => (
        <p key={name} className="text-body-sm wrap-anywhere">
          <span className="text-muted">{name}</span> <span className="ms-2">{value}</span>
        </p>
      ))}
      {options.map((option) => {
        const { name, values } = option
        const isMissing = missing?.name === name
        return (
          <fieldset
            key={name}
            className="option-group min-w-0"
            aria-describedby={isMissing ? `${id}-missing` : undefined}
          >
            <legend className="mb-3 max-w-full text-body-sm wrap-anywhere">
              <span className="text-muted">{name}</span>{' '}
              <span className="ms-2">{chosen[name]}</span>
            </legend>
            <div className="flex flex-wrap items-start gap-2">
              {values.map((value) => {
                const state = getState(name, value)
                return (
                  <label key={value} className="option" data-state={state}>
                    <input
                      type="radio"
                      name={name}
                      value={value}
                      defaultChecked={variant[name] === value}
                      className="sr-only"
                    />
                    {value}
                    {state && <small> {shopMessages.stock[state]}</small>}
                  </label>
                )
              })}
              {sizeGuides[name] && (
                <TextLink href={sizeGuides[name]} className="ms-2 text-body-sm">
                  Size guide
                </TextLink>
              )}
            </div>
            {isMissing && (
              <p id={`${id}-missing`} role="alert" className="pt-3 text-sm font-medium text-danger">
                {chooseLabel(option)} first.
              </p>
            )}
          </fieldset>
        )
      })}
    </div>
  )
}
