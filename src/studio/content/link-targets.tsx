import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { type ContentKind, findOwnPath } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { newArrivalsPath, paths, productPath, shopPagePath } from '#src/rules/paths.ts'
import { foldText } from '#src/rules/search/stems.ts'
import { useCall } from '../app/api.ts'
import { useKnownProducts } from '../product-list/catalog.ts'
import { countCategories } from '../product-list/view.ts'
import { type FieldProps, RecordField, toFieldId } from '../record/fields.tsx'

/** Products that are offered for what is typed: a list of all of them would be slow. */
const MAX_PRODUCTS = 20

interface LinkTarget {
  href: string
  label: string
}

const PAGES: LinkTarget[] = [
  ...Object.values(CONTENT_KINDS).flatMap((kind) =>
    'many' in kind || !('path' in kind) || kind.group !== 'pages'
      ? []
      : { href: kind.path, label: kind.label },
  ),
  { href: paths.shop, label: 'The collection' },
  { href: newArrivalsPath, label: 'New arrivals' },
  { href: paths.cart, label: 'Cart' },
  { href: paths.wishlist, label: 'Wishlist' },
  { href: paths.profile, label: 'Profile' },
]

/** The pages that a link can lead to: those of texts, categories, records with a page of their own, and products by what is typed. */
function useLinkTargets(typed: string): LinkTarget[] {
  const { data } = useCall('GET /editor/content')
  const products = useKnownProducts()
  return useMemo(() => {
    const records = data?.records ?? []
    const names = new Map(
      records.flatMap(({ kind, slug, title }) => (kind === 'category' ? [[slug, title]] : [])),
    )
    const onSale = products.filter(({ archived }) => !archived)
    const categories = countCategories(onSale).map(([category]) => ({
      href: shopPagePath(1, category),
      label: `${names.get(category) ?? categoryLabel(category)} (category)`,
    }))
    const own = records.flatMap(({ id, kind, title, archived }) => {
      const href = findOwnPath(id)
      const { label } = CONTENT_KINDS[kind as ContentKind]
      return archived || !href ? [] : { href, label: `${title} (${label.toLowerCase()})` }
    })
    const words = foldText(typed.replace(productPath(''), ''))
      .split(/[\s-]+/)
      .filter(Boolean)
    const named =
      words.length === 0
        ? []
        : onSale.filter(({ title, slug }) => {
            const text = foldText(`${title} ${slug}`)
            return words.every((word) => text.includes(word))
          })
    return [
      ...PAGES,
      ...categories,
      ...own,
      ...named
        .slice(0, MAX_PRODUCTS)
        .map(({ slug, title }) => ({ href: productPath(slug), label: title })),
    ]
  }, [data, products, typed])
}

/** The choices of an input with `list={id}`. */
export function LinkTargets({ id, typed }: { id: string; typed: string }) {
  const targets = useLinkTargets(typed)
  return (
    <datalist id={id}>
      {targets.map(({ href, label }) => (
        <option key={href} value={href}>
          {label}
        </option>
      ))}
    </datalist>
  )
}

const PICK = 'Choose a page, or type the name of a piece.'

/** A link to a page of the shop, which is chosen from those that there are, or to another site. */
export function LinkField(props: FieldProps) {
  const typed = String(useWatch({ name: props.name }) ?? '')
  const targets = useLinkTargets(typed)
  const list = `${toFieldId(props.name)}-targets`
  const known = targets.find(({ href }) => href === typed)
  return (
    <>
      <RecordField
        {...props}
        hint={known?.label ?? (props.hint || PICK)}
        list={list}
        inputMode="url"
      />
      <LinkTargets id={list} typed={typed} />
    </>
  )
}
