import type { ComponentProps, ReactNode } from 'react'
import { FieldLayout } from '#src/ui/Field.tsx'

/** A star for the eye; the control says `required` to screen readers. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="font-medium text-danger">
    {' *'}
  </span>
)

interface Props extends Omit<ComponentProps<typeof FieldLayout>, 'heading' | 'className'> {
  /** Beside the label, e.g. a counter. */
  toolbar?: ReactNode
  /** The label is for screen readers only: the place of the field says what it is. */
  hideLabel?: boolean | undefined
  /** The control is no form element of HTML: it names itself by the label, whose id is `<id>-label`. */
  isCustom?: boolean
}

/** A field of a record: what is required is marked, not what is optional, and a counter may stand beside it. */
export function RecordFieldLayout({ toolbar, hideLabel, isCustom, ...field }: Props) {
  const { id, label, required } = field
  const Label = isCustom ? 'span' : 'label'
  const name = (
    <Label
      id={isCustom ? `${id}-label` : undefined}
      htmlFor={isCustom ? undefined : id}
      className="text-sm leading-snug font-medium"
    >
      {label}
    </Label>
  )
  // The star is no part of the label's text.
  const marked = required ? (
    <span className="text-sm">
      {name}
      <RequiredMark />
    </span>
  ) : (
    name
  )
  const heading =
    toolbar || hideLabel ? (
      <span className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-sm'}>
        {marked}
        {toolbar}
      </span>
    ) : (
      marked
    )
  return <FieldLayout {...field} heading={heading} className="gap-1.5" />
}
