import { useStore } from '@nanostores/react'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { categoryMessages, findNearCategory } from '#src/editing/near-category.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { findNamedCategory } from '#src/rules/search/search-query.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { useKnownProducts } from '../product-list/catalog.ts'
import { $categories } from '../product-list/categories.ts'
import { countCategories } from '../product-list/view.ts'
import { type FieldProps, RecordField, toFieldId } from '../record/fields.tsx'
import { useSlugify } from '../record/use-slugify.ts'
import { createCategory } from './create-category.ts'

/** The name of a category, with those that there are. One that there is not is created by a button. */
export function CategoryField({ hint, ...props }: FieldProps) {
  const products = useKnownProducts()
  const { names, former } = useStore($categories)
  const categories = useMemo(() => {
    const withPieces = countCategories(products).map(([category]) => category)
    return [...new Set([...withPieces, ...Object.keys(names)])]
  }, [products, names])
  const { setValue } = useFormContext()
  const typed = String(useWatch({ name: props.name }) ?? '').trim()
  const list = `${toFieldId(props.name)}-list`
  const toAddress = useSlugify(typed)
  const address = toAddress(typed)
  const create = useMutation({
    mutationFn: () => createCategory(typed, address),
    onSuccess: () => setValue(props.name, address, { shouldDirty: true, shouldValidate: true }),
  })
  const isKnown = categories.includes(address)
  const isUnknown = typed !== '' && categories.length > 0 && !isKnown
  const renamed = isUnknown ? former[address] : undefined
  const meant = isUnknown
    ? (renamed ??
      findNearCategory(
        typed,
        categories.map((name) => ({ name })),
      )?.name ??
      findNamedCategory(typed, categories))
    : null
  const note = meant ? (
    <>
      {renamed
        ? categoryMessages.renamed(categoryLabel(renamed, names))
        : categoryMessages.exists(categoryLabel(meant, names))}{' '}
      <LinkButton
        onClick={() => setValue(props.name, meant, { shouldDirty: true, shouldValidate: true })}
      >
        Use it
      </LinkButton>
    </>
  ) : (
    (isUnknown && (
      <>
        {`There is no category “${typed}”.`}{' '}
        <LinkButton disabled={create.isPending} onClick={() => create.mutate()}>
          Create it
        </LinkButton>
      </>
    )) ||
    // The field has the address, as files and filters do.
    (isKnown && categoryLabel(address, names) !== categoryLabel(address) && (
      <>Shown as “{categoryLabel(address, names)}”.</>
    ))
  )
  return (
    <>
      <RecordField {...props} list={list} hint={note || hint} />
      <datalist id={list}>
        {categories.map((category) => (
          <option key={category} value={category} label={categoryLabel(category, names)} />
        ))}
      </datalist>
    </>
  )
}
