import { Fragment, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import {
  type ContentField,
  type ContentFields as Fields,
  listShownFields,
} from '#src/contract/content-fields.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { Tick } from '#src/ui/Field.tsx'
import { FieldLaunches } from '../launches/FieldLaunches.tsx'
import { CategoryField } from '../product/CategoryField.tsx'
import { isRequired } from '../product/form-schema.ts'
import { ProductPicker } from '../product-list/ProductPicker.tsx'
import {
  type BodyPath,
  FieldGroup,
  type FieldProps,
  getError,
  RecordField,
  RecordSelectField,
  RecordTextareaField,
  RowList,
  toFieldId,
  toNumber,
  useField,
} from '../record/fields.tsx'
import { RecordFieldLayout } from '../record/RecordFieldLayout.tsx'
import { type Body, createEmptyBody, findDecidingChoice, toItemTitle } from './content-form.ts'
import { LinkField } from './link-targets.tsx'
import { PictureField } from './PictureField.tsx'
import { RichTextField } from './RichTextField.tsx'
import { TableField } from './TableField.tsx'

/** Characters of a text above which its area is higher. */
const LONG_TEXT = 300

const toNote = ({ fixed }: ContentField): string | undefined =>
  fixed && `The specification fixes this text (${fixed}).`

const joinHints = (...hints: (string | undefined)[]): string => hints.filter(Boolean).join(' ')

const toOptionalNumber = (typed: unknown) => (typed === '' ? undefined : toNumber(typed))

interface Props {
  field: ContentField
  path: BodyPath
}

/** The control of a field, by its type. */
function ContentControl({ field, path }: Props) {
  const { type, label, schema, options, max = 0 } = field
  const input = {
    name: path,
    label,
    schema,
    hint: joinHints(field.hint, toNote(field)),
  }
  switch (type) {
    case 'text':
      return <RecordTextareaField {...input} rows={max > LONG_TEXT ? 5 : 3} />
    case 'richText':
      return <RichTextField {...input} />
    case 'picture':
      return <PictureField {...input} />
    case 'category':
      return <CategoryField {...input} />
    case 'link':
      return <LinkField {...input} />
    // Both have a value always.
    case 'choice':
      return (
        <RecordSelectField {...input} schema={undefined} options={Object.entries(options ?? {})} />
      )
    case 'switch':
      return <SwitchField {...input} schema={undefined} />
    case 'number':
      return (
        <RecordField {...input} inputMode="decimal" options={{ setValueAs: toOptionalNumber }} />
      )
    case 'date':
      return <RecordField {...input} type="date" />
    case 'products':
      return <ProductsField {...input} max={max} />
    case 'table':
      return <TableField {...input} />
    case 'list':
      return <ItemList field={field} path={path} />
    case 'group':
      return <ContentFields fields={field.fields ?? {}} path={path} />
    default:
      return <RecordField {...input} />
  }
}

function SwitchField(props: FieldProps) {
  const { register } = useFormContext()
  const { layout, control } = useField(props)
  return (
    <RecordFieldLayout {...layout}>
      <Tick {...control} {...register(props.name)} />
    </RecordFieldLayout>
  )
}

function ProductsField({ max, ...props }: FieldProps & { max: number }) {
  const { formState } = useFormContext()
  const { field } = useController({ name: props.name })
  const { layout } = useField(props)
  return (
    <RecordFieldLayout {...layout}>
      <ProductPicker
        id={layout.id}
        what="product"
        slugs={field.value as string[]}
        onChange={field.onChange}
        max={max}
        getError={(index) => getError(formState.errors, `${props.name}.${index}`)}
      />
    </RecordFieldLayout>
  )
}

const SHORT_TYPES = ['line', 'category', 'link', 'choice', 'switch', 'number', 'date']

/** Items of two short fields stand in a row. */
const isRow = (fields: Fields): boolean => {
  const types = Object.values(fields).map(({ type }) => type)
  return types.length <= 2 && types.every((type) => SHORT_TYPES.includes(type))
}

/** Items of a longer list begin collapsed, so that the form shows what it has. */
const MAX_OPEN = 2

/** Whether an item begins open: one that has nothing but its choice says that in its title. */
function beginsOpen(fields: Fields, item: Body, count: number): boolean {
  if (findDecidingChoice(fields) !== undefined)
    return !isRow(Object.fromEntries(listShownFields(fields, item)))
  return count <= MAX_OPEN || toItemTitle(fields, item) === ''
}

/** Items that are added, removed, ordered, and collapsed to their first text. */
function ItemList({ field, path }: Props) {
  const { fields = {}, item = 'item', min, max = 0, label } = field
  const list = useRef<HTMLDivElement>(null)
  const { getValues } = useFormContext()
  const setAllOpen = (isOpen: boolean) => {
    for (const details of list.current?.querySelectorAll('details') ?? []) details.open = isOpen
  }
  return (
    <div ref={list} className="flex flex-col gap-3">
      {!isRow(fields) && (
        <div className="-my-2 flex gap-x-4 text-sm">
          {[false, true].map((isOpen) => (
            <LinkButton key={String(isOpen)} onClick={() => setAllOpen(isOpen)}>
              {isOpen ? 'Open' : 'Collapse'} all<span className="sr-only"> of {label}</span>
            </LinkButton>
          ))}
        </div>
      )}
      <RowList
        name={path}
        what={item.charAt(0).toUpperCase() + item.slice(1)}
        empty={createEmptyBody(fields)}
        min={min}
        max={max}
      >
        {(index) => {
          const place: BodyPath = `${path}.${index}`
          return isRow(fields) ? (
            <div className={`grid gap-3 ${Object.keys(fields).length > 1 ? 'sm:grid-cols-2' : ''}`}>
              <ContentFields fields={fields} path={place} />
            </div>
          ) : (
            <Item fields={fields} path={place} number={index + 1} count={getValues(path).length} />
          )
        }}
      </RowList>
    </div>
  )
}

interface ItemProps {
  fields: Fields
  path: BodyPath
  number: number
  /** The items of its list. */
  count: number
}

function Item({ fields, path, number, count }: ItemProps) {
  const { getValues } = useFormContext()
  const [isOpen] = useState(() => beginsOpen(fields, getValues(path), count))
  return (
    <details open={isOpen} className="border border-line">
      <summary className="min-h-10 cursor-pointer truncate px-3 py-2 text-sm font-medium">
        <ItemTitle fields={fields} path={path} number={number} />
      </summary>
      <div className="flex flex-col gap-4 border-t border-line p-3 sm:p-4">
        <ContentFields fields={fields} path={path} />
      </div>
    </details>
  )
}

function ItemTitle({ fields, path, number }: Omit<ItemProps, 'count'>) {
  const item = useWatch({ name: path }) as Body | undefined
  return `${number}. ${item ? toItemTitle(fields, item) : ''}`
}

/** Lists and groups have a heading: of the form, or of an item. */
function TitledPart({ field, path }: Props) {
  const note = joinHints(field.hint, toNote(field))
  const control = <ContentControl field={field} path={path} />
  const [, name = '', ...rest] = path.split('.')
  if (rest.length === 0)
    return (
      <FieldGroup
        id={`group-${name}`}
        title={field.label}
        text={note}
        required={field.type === 'list' && isRequired(field.schema)}
      >
        {control}
      </FieldGroup>
    )
  const id = `${toFieldId(path)}-title`
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="font-sans text-sm font-medium">
        {field.label}
      </h3>
      {note && <p className="text-sm text-muted">{note}</p>}
      {control}
    </section>
  )
}

export const isTitled = ({ type }: ContentField): boolean => type === 'list' || type === 'group'

/** The form of a record, or of an item, made from the table of its fields. */
export function ContentFields({ fields, path }: { fields: Fields; path: BodyPath | 'body' }) {
  const choice = findDecidingChoice(fields)
  const chosen: unknown = useWatch({ name: `${path}.${choice}`, disabled: choice === undefined })
  return listShownFields(fields, choice ? { [choice]: chosen } : {}).map(([name, field]) => {
    const Part = isTitled(field) ? TitledPart : ContentControl
    const place: BodyPath = `${path as 'body'}.${name}`
    return (
      <Fragment key={name}>
        <Part field={field} path={place} />
        <FieldLaunches name={place.replace(/^body\./, '')} className="-mt-2" />
      </Fragment>
    )
  })
}
