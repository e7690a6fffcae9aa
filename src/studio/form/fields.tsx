import type { ReactNode } from 'react'
import {
  type ArrayPath,
  type FieldArray,
  type FieldErrors,
  type FieldPath,
  get,
  type RegisterOptions,
  useController,
  useFieldArray,
  useFormContext,
  useWatch,
} from 'react-hook-form'
import { z } from 'zod'
import { FieldErrorMessage, fieldAriaProps } from '#src/ui/Field.tsx'
import { fromLocalInput, toLocalInput } from '../time.ts'
import { smallControl, Tool } from '../ui/controls.tsx'
import { SortableItem, SortableList } from '../ui/SortableList.tsx'
import { type FormValues, parseAmount } from './form-schema.ts'

interface Props {
  name: FieldPath<FormValues>
  label: string
  hint?: ReactNode
  /** Its longest text is counted; an optional field says so. */
  rule?: z.ZodType
  /** The label is read by screen readers only: the place of the field says what it is. */
  hideLabel?: boolean
}

/** Characters from which on the counter is shown, as a share of the limit. */
const COUNTED_SHARE = 0.6

function Counter({ name, max }: { name: FieldPath<FormValues>; max: number }) {
  const value = useWatch<FormValues>({ name })
  const length = typeof value === 'string' ? value.trim().length : 0
  if (length < max * COUNTED_SHARE) return null
  return (
    <span className={`figures ${length > max ? 'font-medium text-danger' : 'text-muted'}`}>
      {length} of {max}
    </span>
  )
}

/** The fault of a field of the form, also of one in a list. */
export const getFault = (errors: FieldErrors<FormValues>, path: string): string | undefined =>
  (get(errors, path) as { message?: string } | undefined)?.message

/** The id of a field's control. */
export const toFieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`

/** What every field has: a label, a counter, a hint, and its fault. */
function useField({ name, hint }: Pick<Props, 'name' | 'hint'>) {
  const { formState } = useFormContext<FormValues>()
  const error = getFault(formState.errors, name)
  const id = toFieldId(name)
  return {
    frame: { id, error },
    control: { id, ...fieldAriaProps(id, { error, hint: hint ? 'hint' : undefined }) },
  }
}

function Frame({
  id,
  error,
  children,
  name,
  label,
  hint,
  rule,
  hideLabel,
}: Props & { id: string; error: string | undefined; children: ReactNode }) {
  const max = rule instanceof z.ZodString ? rule.maxLength : null
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-sm'}>
        <label htmlFor={id} className="font-medium">
          {label}
          {rule instanceof z.ZodOptional && (
            <span className="font-normal text-muted"> (optional)</span>
          )}
        </label>
        {max !== null && <Counter name={name} max={max} />}
      </span>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm leading-snug text-muted">
          {hint}
        </p>
      )}
      <FieldErrorMessage id={id} error={error} />
    </div>
  )
}

interface TextProps extends Props {
  inputMode?: 'decimal' | 'numeric' | undefined
  list?: string
  placeholder?: string
  options?: RegisterOptions<FormValues>
}

export function Text({ inputMode, list, placeholder, options, ...props }: TextProps) {
  const { register } = useFormContext<FormValues>()
  const { frame, control } = useField(props)
  return (
    <Frame {...props} {...frame}>
      <input
        inputMode={inputMode}
        list={list}
        placeholder={placeholder}
        autoComplete="off"
        {...control}
        {...register(props.name, options)}
        className={`${smallControl} w-full`}
      />
    </Frame>
  )
}

/** What is no number stays a text, so that the form can say so. */
function toNumber(given: unknown): unknown {
  if (typeof given !== 'string' || given.trim() === '') return given
  const amount = parseAmount(given)
  return Number.isNaN(amount) ? given : amount
}

/** A number, also with ₹ and with grouping. */
export const NumberText = (props: Props & { isDecimal?: boolean }) => (
  <Text
    {...props}
    inputMode={props.isDecimal ? 'decimal' : 'numeric'}
    options={{ setValueAs: toNumber }}
  />
)

/** An instant, as a day and a time in India. It keeps its seconds until it is changed. */
export function TimeText(props: Props) {
  const { frame, control } = useField(props)
  const { field } = useController<FormValues>({ name: props.name })
  return (
    <Frame {...props} {...frame}>
      <input
        type="datetime-local"
        {...control}
        {...field}
        value={field.value === '' ? '' : toLocalInput(String(field.value))}
        onChange={({ target }) => field.onChange(fromLocalInput(target.value) ?? '')}
        className={`${smallControl} w-full`}
      />
    </Frame>
  )
}

export function Area({ rows = 3, ...props }: Props & { rows?: number }) {
  const { register } = useFormContext<FormValues>()
  const { frame, control } = useField(props)
  return (
    <Frame {...props} {...frame}>
      <textarea
        rows={rows}
        {...control}
        {...register(props.name)}
        className={`${smallControl} w-full`}
      />
    </Frame>
  )
}

export function Choice({
  options,
  ...props
}: Props & { options: readonly (readonly [value: string, label: string])[] }) {
  const { register } = useFormContext<FormValues>()
  const { frame, control } = useField(props)
  return (
    <Frame {...props} {...frame}>
      <select {...control} {...register(props.name)} className={`${smallControl} w-full`}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

interface GroupProps {
  id: string
  title: string
  text?: string
  children: ReactNode
}

/** A group of fields with a heading. */
export const Group = ({ id, title, text, children }: GroupProps) => (
  <section
    aria-labelledby={id}
    className="flex scroll-mt-24 flex-col gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0"
  >
    <div>
      <h2 id={id} className="text-xl leading-tight">
        {title}
      </h2>
      {text && <p className="text-sm text-muted">{text}</p>}
    </div>
    {children}
  </section>
)

type ListName = Exclude<ArrayPath<FormValues>, 'pictures'>

interface RowListProps<Name extends ListName> {
  name: Name
  /** E.g. `Highlight`. */
  what: string
  /** A new row. */
  empty: FieldArray<FormValues, Name>
  max: number
  children: (index: number) => ReactNode
}

/** Rows of fields that are added, removed and ordered. */
export function RowList<Name extends ListName>({
  name,
  what,
  empty,
  max,
  children,
}: RowListProps<Name>) {
  const { control, formState } = useFormContext<FormValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const message = getFault(formState.errors, name) ?? getFault(formState.errors, `${name}.root`)
  const lower = what.toLowerCase()
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
            onRemove={() => remove(index)}
          >
            {children(index)}
          </SortableItem>
        )}
      </SortableList>
      {message && <p className="text-sm font-medium text-danger">{message}</p>}
      <Tool
        className="self-start"
        disabled={fields.length >= max}
        onClick={() => append(empty, { shouldFocus: true })}
      >
        Add {/^[aeiou]/.test(lower) ? 'an' : 'a'} {lower}
      </Tool>
    </div>
  )
}
