import { useMemo, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useKnownProducts } from '../products/catalog.ts'
import { createProductSearch, DEFAULT_VIEW, filterProducts } from '../products/view.ts'
import { smallControl } from '../ui/controls.tsx'
import { SortableItem, SortableList } from '../ui/SortableList.tsx'
import { getFault } from './fields.tsx'
import type { FormValues } from './form-schema.ts'

const MAX_RELATED = 12
const MAX_RESULTS = 6

/** Related products, found by search and ordered by dragging. */
export function RelatedPicker({ savedSlug }: { savedSlug: string }) {
  const products = useKnownProducts()
  const { control, formState } = useFormContext<FormValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'related' })
  const [search, setSearch] = useState('')
  const bySlug = useMemo(() => new Map(products.map((item) => [item.slug, item])), [products])
  const find = useMemo(
    () => createProductSearch(filterProducts(products, DEFAULT_VIEW)),
    [products],
  )
  const taken = new Set([savedSlug, ...fields.map(({ slug }) => slug)])
  const results =
    search.trim() === ''
      ? []
      : find(search)
          .filter(({ slug }) => !taken.has(slug))
          .slice(0, MAX_RESULTS)
  const add = (slug: string) => {
    append({ slug }, { shouldFocus: false })
    setSearch('')
  }
  return (
    <div className="flex flex-col gap-3">
      <SortableList ids={fields.map(({ id }) => id)} what="Related product" onMove={move}>
        {(id, index) => {
          const slug = fields[index]?.slug ?? ''
          const item = bySlug.get(slug)
          const fault = getFault(formState.errors, `related.${index}`)
          return (
            <SortableItem
              key={id}
              id={id}
              handleLabel={`Move ${item?.title ?? slug}`}
              removeLabel={`Remove ${item?.title ?? slug}`}
              onRemove={() => remove(index)}
            >
              <span className="flex min-h-10 items-center gap-3 text-sm">
                <span className="block aspect-product w-8 shrink-0 overflow-hidden bg-frame">
                  {item?.thumbnail && (
                    <img src={item.thumbnail} alt="" className="size-full object-cover" />
                  )}
                </span>
                <span className="min-w-0 truncate">{item?.title ?? slug}</span>
                {(fault || !item || item.archived) && (
                  <span className="text-danger">{fault ?? 'Not on sale'}</span>
                )}
              </span>
            </SortableItem>
          )
        }}
      </SortableList>
      {fields.length < MAX_RELATED && (
        <div className="flex flex-col">
          <input
            type="search"
            aria-label="Search a related product"
            placeholder="Search a product to add"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              const [first] = results
              if (first) add(first.slug)
            }}
            className={`${smallControl} w-full`}
          />
          <ul
            aria-label="Products found"
            className={results.length > 0 ? 'border border-t-0 border-edge' : ''}
          >
            {results.map(({ slug, title, thumbnail, category }) => (
              <li key={slug}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start text-sm hover:bg-surface"
                  onClick={() => add(slug)}
                >
                  <span className="block aspect-product w-8 shrink-0 overflow-hidden bg-frame">
                    {thumbnail && <img src={thumbnail} alt="" className="size-full object-cover" />}
                  </span>
                  <span className="min-w-0 flex-1 truncate">{title}</span>
                  <span className="text-muted">{category}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
