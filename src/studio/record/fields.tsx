import { type ReactNode, useEffect, useRef } from 'react'
import {
  type ArrayPath,
  type FieldArray,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type FormState,
  get,
  type RegisterOptions,
  useController,
  useFieldArray,
  useFormContext,
  useWatch,
} from 'react-hook-form'
import { z } from 'zod'
import { hasOddCommas, parseTypedAmount } from '#src/editing/typed-price.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldErrorMessage, fieldAriaProps, Input, Select, Textarea } from '#src/ui/Field.tsx'
import { fromLocalInput, toLocalInput } from '../app/time.ts'
import { toast } from '../app/toasts.tsx'
import { type FormValues, isRequired } from '../product/form-schema.ts'
import { SortableItem, SortableList } from '../ui/SortableList.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { RecordFieldLayout, RequiredMark } from './RecordFieldLayout.tsx'

/** Links to parts of a form that is more than a screen long. */
export const SectionLinks = ({
  sections,
}: {
  sections: (readonly [id: string, title: string])[]
}) => (
  <nav aria-label="Sections of the form" className="flex flex-wrap gap-x-4 text-sm">
    {sections.map(([id, title]) => (
      <TextLink key={id} href={`#${id}`}>
        {title}
      </TextLink>
    ))}
  </nav>
)

/** A field of the form of a record of content. */
export type BodyPath = `body.${string}`

export type FieldName = FieldPath<FormValues> | BodyPath

export interface FieldProps {
  name: FieldName
  label: string
  hint?: ReactNode
  /** Its longest text is counted; what a product needs is marked. */
  schema?: z.ZodType
  /** The label is read by screen readers only: the place of the field says what it is. */
  hideLabel?: boolean
}

/** Characters from which on the counter is shown, as a share of the limit. */
const COUNTED_SHARE = 0.6

function Counter({ name, max }: { name: FieldName; max: number }) {
  const value: unknown = useWatch({ name })
  const length = typeof value === 'string' ? value.trim().length : 0
  if (length < max * COUNTED_SHARE) return null
  return (
    <span className={`figures ${length > max ? 'font-medium text-danger' : 'text-muted'}`}>
      {length} of {max}
    </span>
  )
}

/** The error of a field of the form, also of one in a list; the contract's begin with `must`. */
export const getError = (errors: FieldErrors, path: string): string | undefined =>
  (get(errors, path) as { message?: string } | undefined)?.message?.replace(
    /^must (.*?)\.?$/,
    'This must $1.',
  )

/** The error of a field that was left, or saved. A new row of a list has errors before it is filled in. */
export const getShownError = (
  { isSubmitted, touchedFields, errors }: FormState<FieldValues>,
  path: string,
): string | undefined =>
  isSubmitted || get(touchedFields, path) ? getError(errors, path) : undefined

/** The id of a field's control. */
export const toFieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`

/** The layout of a field and the attributes of its control: label, counter, hint and error. */
export function useField(props: FieldProps) {
  const { name, label, hint, schema, hideLabel } = props
  const { formState } = useFormContext()
  const error = getShownError(formState, name)
  const id = toFieldId(name)
  const text = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const max = text instanceof z.ZodString ? text.maxLength : null
  const required = isRequired(schema)
  return {
    layout: {
      id,
      label,
      hint,
      hideLabel,
      error,
      required,
      toolbar: max !== null && <Counter name={name} max={max} />,
    },
    control: {
      id,
      'aria-required': required || undefined,
      ...fieldAriaProps(id, { error, hint: hint ? 'hint' : undefined }),
    },
  }
}

interface RecordFieldProps extends FieldProps {
  inputMode?: 'decimal' | 'numeric' | 'url' | undefined
  list?: string
  placeholder?: string
  type?: 'date'
  readOnly?: boolean
  options?: RegisterOptions
}

export function RecordField({
  inputMode,
  list,
  placeholder,
  type,
  readOnly,
  options,
  ...props
}: RecordFieldProps) {
  const { register } = useFormContext()
  const { layout, control } = useField(props)
  return (
    <RecordFieldLayout {...layout}>
      <Input
        type={type}
        inputMode={inputMode}
        list={list}
        placeholder={placeholder}
        autoComplete="off"
        readOnly={readOnly}
        {...control}
        {...register(props.name, options)}
        className="read-only:border-transparent"
      />
    </RecordFieldLayout>
  )
}

/** Returns the input unchanged if it is not a number, so that validation can report it. */
export function toNumber(typed: unknown): unknown {
  if (typeof typed !== 'string' || typed.trim() === '') return typed
  const amount = parseTypedAmount(typed)
  return Number.isNaN(amount) || hasOddCommas(typed) ? typed : amount
}

/** A number, also with ₹ and with grouping. */
export const RecordNumberField = ({
  isDecimal,
  ...props
}: FieldProps & { isDecimal?: boolean; readOnly?: boolean }) => (
  <RecordField
    {...props}
    inputMode={isDecimal ? 'decimal' : 'numeric'}
    options={{ setValueAs: toNumber }}
  />
)

/** An instant, as a day and a time in India. It keeps its seconds until it is changed. */
export function RecordTimeField(props: FieldProps) {
  const { layout, control } = useField(props)
  const { field } = useController({ name: props.name })
  return (
    <RecordFieldLayout {...layout}>
      <Input
        type="datetime-local"
        {...control}
        {...field}
        value={field.value === '' ? '' : toLocalInput(String(field.value))}
        onChange={({ target }) => field.onChange(fromLocalInput(target.value) ?? '')}
      />
    </RecordFieldLayout>
  )
}

export function RecordTextareaField({ rows = 3, ...props }: FieldProps & { rows?: number }) {
  const { register } = useFormContext()
  const { layout, control } = useField(props)
  return (
    <RecordFieldLayout {...layout}>
      <Textarea rows={rows} {...control} {...register(props.name)} />
    </RecordFieldLayout>
  )
}

export function RecordSelectField({
  options,
  ...props
}: FieldProps & { options: readonly (readonly [value: string, label: string])[] }) {
  const { register } = useFormContext()
  const { layout, control } = useField(props)
  return (
    <RecordFieldLayout {...layout}>
      <Select {...control} {...register(props.name)}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </RecordFieldLayout>
  )
}

interface GroupProps {
  id: string
  title: string
  text?: string | undefined
  /** A product needs a row of its list. */
  required: boolean
  children: ReactNode
}

/** A group of fields with a heading. */
export const FieldGroup = ({ id, title, text, required, children }: GroupProps) => (
  <section
    aria-labelledby={id}
    className="flex scroll-mt-24 flex-col gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0"
  >
    <div>
      <h2 id={id} className="inline text-xl leading-tight">
        {title}
      </h2>
      {required && (
        <>
          <RequiredMark />
          <span className="sr-only">Required.</span>
        </>
      )}
      {text && <p className="text-sm text-muted">{text}</p>}
    </div>
    {children}
  </section>
)

type ListName = Exclude<ArrayPath<FormValues>, 'pictures' | 'variants'> | BodyPath

interface RowListProps<Name extends ListName> {
  name: Name
  /** E.g. `Highlight`. */
  what: string
  /** A new row. */
  empty: Name extends BodyPath ? object : FieldArray<FormValues, Exclude<Name, BodyPath>>
  min?: number
  max: number
  children: (index: number) => ReactNode
}

/** Rows of fields that are added, removed and ordered. */
export function RowList<Name extends ListName>(props: RowListProps<Name>) {
  const { name, what, empty, min = 0, max, children } = props
  const { control, formState, getValues } = useFormContext()
  const { fields, append, insert, remove, move } = useFieldArray({ control, name: name as string })
  const message = getError(formState.errors, name) ?? getError(formState.errors, `${name}.root`)
  const lower = what.toLowerCase()
  const endUndo = useRef<() => void>(undefined)
  // The form is gone: an undo would change nothing.
  useEffect(() => () => endUndo.current?.(), [])
  const removeRow = (index: number) => {
    const row: object = structuredClone(getValues(`${name}.${index}`))
    remove(index)
    const undo = () => insert(index, row, { shouldFocus: false })
    const text = `${what} ${index + 1} is removed.`
    const endOthers = endUndo.current
    const end = toast.success(text, { label: 'Undo', onClick: undo })
    endUndo.current = () => {
      endOthers?.()
      end()
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <SortableList
        ids={fields.map(({ id }) => id)}
        what={what}
        onMove={move}
        className="flex flex-col gap-4"
      >
        {(id, index) => (
          <SortableItem
            key={id}
            id={id}
            handleLabel={`Move ${lower} ${index + 1}`}
            removeLabel={`Remove ${lower} ${index + 1}`}
            onRemove={fields.length > min ? () => removeRow(index) : undefined}
          >
            {children(index)}
          </SortableItem>
        )}
      </SortableList>
      <FieldErrorMessage id={toFieldId(name)} error={message} />
      <Button
        variant="secondary"
        className="self-start"
        disabled={fields.length >= max}
        onClick={() => append(structuredClone(empty), { shouldFocus: true })}
      >
        Add {/^[aeiou]/.test(lower) ? 'an' : 'a'} {lower}
      </Button>
    </div>
  )
}
