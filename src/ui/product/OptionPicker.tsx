import type { Option, Variant } from '#src/contract/catalog.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'option-picker': HTMLAttributes<HTMLElement> & { class?: string }
    }
  }
}

interface Props {
  options: Option[]
  /** What is chosen at first, and the attributes that are not chosen. */
  selected: Variant
  /** Links to the page on sizes by the name of the option. */
  sizeGuides?: Record<string, string>
}

/**
 * A radio group for each option; attributes without options are text.
 * src/islands/product/option-picker.ts shows what is chosen and asks for what is missing.
 */
export function OptionPicker({ options, selected, sizeGuides = {} }: Props) {
  const fixed = Object.entries(selected).filter(
    ([name]) => !options.some((option) => option.name === name),
  )
  return (
    <option-picker class="flex flex-col gap-6">
      {fixed.map(([name, value]) => (
        <p key={name} className="text-body-sm wrap-anywhere">
          <span className="text-muted">{name}</span> <span className="ms-2">{value}</span>
        </p>
      ))}
      {options.map(({ name, values }) => (
        <fieldset key={name} data-option={name} className="flex min-w-0 flex-col gap-3">
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
                  defaultChecked={selected[name] === value || values.length === 1}
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
        </fieldset>
      ))}
    </option-picker>
  )
}
