import type { Option, Variant } from '#src/contract/catalog.ts'
import { chooseLabel } from '#src/rules/options.ts'

interface Props {
  options: Option[]
  selected: Variant
  /** The option that the shopper was told to choose. */
  missing?: Option | undefined
  /** Links to the page on sizes by the name of the option. */
  sizeGuides?: Record<string, string>
  onChange: (name: string, value: string) => void
}

/** A radio group for each option; attributes without options are text. */
export function OptionPicker({ options, selected, missing, sizeGuides = {}, onChange }: Props) {
  const fixed = Object.entries(selected).filter(
    ([name]) => !options.some((option) => option.name === name),
  )
  return (
    <div className="flex flex-col gap-6">
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
            data-option={name}
            aria-describedby={isMissing ? 'missing-option' : undefined}
            className="flex min-w-0 flex-col gap-3"
          >
            <legend className="mb-3 max-w-full text-body-sm wrap-anywhere">
              <span className="text-muted">{name}</span>{' '}
              <span className="ms-2">{selected[name]}</span>
            </legend>
            <div className="flex flex-wrap gap-2">
              {values.map((value) => (
                <label key={value} className="option">
                  <input
                    type="radio"
                    name={name}
                    value={value}
                    checked={selected[name] === value}
                    onChange={() => onChange(name, value)}
                    className="sr-only"
                  />
                  {value}
                </label>
              ))}
            </div>
            {sizeGuides[name] && (
              <a
                href={sizeGuides[name]}
                className="inline-flex min-h-11 items-center self-start text-body-sm link"
              >
                Size guide
              </a>
            )}
            {isMissing && (
              <p id="missing-option" role="alert" className="text-sm font-medium text-danger">
                {chooseLabel(option)} first.
              </p>
            )}
          </fieldset>
        )
      })}
    </div>
  )
}

/** Moves the focus to the first value of an option. */
export const focusOption = (container: ParentNode, { name }: Option): void =>
  container.querySelector<HTMLInputElement>(`[data-option="${CSS.escape(name)}"] input`)?.focus()
