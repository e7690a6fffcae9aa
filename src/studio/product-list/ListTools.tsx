import { memo, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { CheckboxField, Input } from '#src/ui/Field.tsx'
import { OptionSelect, Popover } from '../ui/controls.tsx'
import { useCategoryName } from './categories.ts'
import { COLUMNS, type Column, PRODUCTS, splitSort, type View } from './view.ts'

/** The choices of each filter and of the order, with what the list calls them. */
const optionLabels: { [Name in 'state' | 'stock' | 'issue']: Record<View[Name], string> } = {
  state: {
    'on-sale': 'On sale',
    archived: 'Archived',
    unpublished: 'Not live yet',
    all: 'Any state',
  },
  stock: { any: 'Any stock', in: 'In stock', low: 'Low stock', out: 'Sold out' },
  issue: {
    none: 'Any condition',
    'no-picture': 'No picture',
    'missing-alt': 'Picture without alt text',
    'broken-related': 'Broken related product',
  },
}
const sortLabels: Record<ReturnType<typeof splitSort>[0], string> = {
  position: 'Order of the shop',
  title: 'Title',
  category: 'Category',
  price: 'Price',
  stock: 'Stock',
  updated: 'Last change',
}
export const columnLabels: Record<Column, string> = {
  category: 'Category',
  price: 'Price',
  discount: 'Discount',
  stock: 'Stock',
  status: 'Status',
  updated: 'Last change',
}

interface Props {
  view: View
  categories: [category: string, count: number][]
  onChange: (change: Partial<View>) => void
}

interface ViewSelectProps extends Pick<Props, 'view' | 'onChange'> {
  name: keyof typeof optionLabels
  label: string
}

const ViewSelect = ({ name, label, view, onChange }: ViewSelectProps) => (
  <OptionSelect
    label={label}
    value={view[name]}
    options={Object.entries(optionLabels[name])}
    onChange={({ target: { value } }) => onChange({ [name]: value } as Partial<View>)}
  />
)

/** Search, filters, sort and columns of the list. */
export const ListTools = ({ view, categories, onChange }: Props) => (
  <search className="flex flex-wrap items-center gap-2">
    <Input
      type="search"
      aria-label="Search products by title, slug, SKU or barcode"
      placeholder="Title, slug, SKU or barcode"
      value={view.search}
      onChange={(event) => onChange({ search: event.target.value })}
      className="min-w-0 flex-1 sm:w-64 sm:flex-none"
    />
    <Filters view={view} categories={categories} onChange={onChange} />
  </search>
)

/** Drawn again when another filter than the search changes: a keystroke has 100 ms. */
const Filters = memo(
  function Filters({ view, categories, onChange }: Props) {
    const [isOpen, setOpen] = useState(false)
    const toName = useCategoryName()
    const [sort, isDescending] = splitSort(view.sort)
    return (
      <>
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls="filters"
          className="sm:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
        <div
          id="filters"
          className={`grid w-full grid-cols-2 items-center gap-2 sm:flex sm:w-auto sm:flex-1 sm:flex-wrap ${isOpen ? '' : 'max-sm:hidden'}`}
        >
          <OptionSelect
            label="Category"
            value={view.category}
            options={[
              ['', 'Every category'],
              ...categories.map(
                ([category, count]) => [category, `${toName(category)} (${count})`] as const,
              ),
            ]}
            onChange={(event) => onChange({ category: event.target.value })}
          />
          <ViewSelect name="state" label="State" view={view} onChange={onChange} />
          <ViewSelect name="stock" label="Stock" view={view} onChange={onChange} />
          <ViewSelect name="issue" label="Needs attention" view={view} onChange={onChange} />
          <CheckboxField
            label="Reduced"
            name="reduced"
            checked={view.reduced}
            onChange={({ target }) => onChange({ reduced: target.checked })}
          />
          <span className="flex items-center gap-2 max-sm:col-span-2 lg:ms-auto">
            <OptionSelect
              label="Sort by"
              value={sort}
              options={Object.entries(sortLabels)}
              onChange={({ target }) => {
                const by = target.value as typeof sort
                onChange({ sort: isDescending ? `-${by}` : by })
              }}
            />
            <Button
              variant="secondary"
              aria-pressed={isDescending}
              aria-label="Descending"
              onClick={() => onChange({ sort: isDescending ? sort : `-${sort}` })}
            >
              {isDescending ? '↓' : '↑'}
            </Button>
            <ColumnMenu hidden={view.hide} onChange={(hide) => onChange({ hide })} />
          </span>
        </div>
      </>
    )
  },
  (before, after) =>
    before.categories === after.categories &&
    before.onChange === after.onChange &&
    PRODUCTS.toQuery({ ...before.view, search: '' }) ===
      PRODUCTS.toQuery({ ...after.view, search: '' }),
)

/** On phones rows are cards with every field, so that there is nothing to hide. */
function ColumnMenu({
  hidden,
  onChange,
}: {
  hidden: Column[]
  onChange: (hidden: Column[]) => void
}) {
  const toggle = (column: Column, isShown: boolean) =>
    onChange(isShown ? hidden.filter((other) => other !== column) : [...hidden, column])
  return (
    <span className="max-lg:hidden">
      <Button variant="secondary" popoverTarget="columns">
        Columns
      </Button>
      <Popover id="columns">
        <fieldset>
          <legend className="sr-only">Columns of the list</legend>
          {COLUMNS.map((column) => (
            <CheckboxField
              key={column}
              label={columnLabels[column]}
              name={`column-${column}`}
              checked={!hidden.includes(column)}
              onChange={({ target }) => toggle(column, target.checked)}
            />
          ))}
        </fieldset>
      </Popover>
    </span>
  )
}
