import { arrayMove } from '@dnd-kit/sortable'
import { useMemo, useState } from 'react'
import type { CatalogListItem } from '#src/contract/editor.ts'
import { PlainButton } from '#src/ui/Button.tsx'
import { Input } from '#src/ui/Field.tsx'
import type { CallError } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'

import { SortableItem, SortableList } from '../ui/SortableList.tsx'
import { loadKnownProducts, useKnownProducts } from './catalog.ts'
import { createProductSearch, filterProducts, PRODUCTS } from './view.ts'

const MAX_RESULTS = 6

interface Props {
  /** What is picked, e.g. `related product`. */
  what: string
  slugs: string[]
  onChange: (slugs: string[]) => void
  max: number
  /** One that cannot be picked. */
  ownSlug?: string
  getError: (index: number) => string | undefined
  /** The id of the search field. */
  id?: string
}

/** Finds products by a search; none by an empty one. */
function createFind(products: CatalogListItem[]): (search: string) => CatalogListItem[] {
  const find = createProductSearch(filterProducts(products, PRODUCTS.first))
  return (search) => (search.trim() === '' ? [] : find(search))
}

/** Products, found by search and ordered by dragging. */
export function ProductPicker({ what, slugs, onChange, max, ownSlug, getError, id }: Props) {
  const products = useKnownProducts()
  const [search, setSearch] = useState('')
  const bySlug = useMemo(() => new Map(products.map((item) => [item.slug, item])), [products])
  const find = useMemo(() => createFind(products), [products])
  const taken = new Set([ownSlug, ...slugs])
  const results = find(search)
    .filter(({ slug }) => !taken.has(slug))
    .slice(0, MAX_RESULTS)
  const add = (slug: string) => {
    onChange([...slugs, slug])
    setSearch('')
  }
  /** Also before the products are there: a search may be typed as soon as the form is open. */
  const addFirst = async () => {
    const [first] =
      products.length > 0
        ? results
        : createFind(await loadKnownProducts())(search).filter(({ slug }) => !taken.has(slug))
    if (first) add(first.slug)
  }
  return (
    <div className="flex flex-col gap-3">
      <SortableList
        ids={slugs}
        what={what.charAt(0).toUpperCase() + what.slice(1)}
        onMove={(from, to) => onChange(arrayMove(slugs, from, to))}
      >
        {(slug, index) => {
          const item = bySlug.get(slug)
          const error = getError(index)
          return (
            <SortableItem
              key={slug}
              id={slug}
              handleLabel={`Move ${item?.title ?? slug}`}
              removeLabel={`Remove ${item?.title ?? slug}`}
              onRemove={() => onChange(slugs.toSpliced(index, 1))}
            >
              <span className="flex min-h-10 items-center gap-3 text-sm">
                <span className="block aspect-product w-8 shrink-0 overflow-hidden bg-frame">
                  {item?.thumbnail && (
                    <img src={item.thumbnail} alt="" className="size-full object-cover" />
                  )}
                </span>
                <span className="min-w-0 truncate">{item?.title ?? slug}</span>
                {(error || !item || item.archived) && (
                  <span className="text-danger">{error ?? 'Not on sale'}</span>
                )}
              </span>
            </SortableItem>
          )
        }}
      </SortableList>
      {slugs.length < max && (
        <div className="flex flex-col">
          <Input
            id={id}
            type="search"
            aria-label={`Search a ${what}`}
            placeholder="Search a product to add"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              addFirst().catch((error: CallError) => toast.error(error.message))
            }}
          />
          <ul
            aria-label="Products found"
            className={results.length > 0 ? 'border border-t-0 border-edge' : ''}
          >
            {results.map(({ slug, title, thumbnail, category }) => (
              <li key={slug}>
                <PlainButton
                  className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start text-sm hover:bg-surface"
                  onClick={() => add(slug)}
                >
                  <span className="block aspect-product w-8 shrink-0 overflow-hidden bg-frame">
                    {thumbnail && <img src={thumbnail} alt="" className="size-full object-cover" />}
                  </span>
                  <span className="min-w-0 flex-1 truncate">{title}</span>
                  <span className="text-muted">{category}</span>
                </PlainButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
