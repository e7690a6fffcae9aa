import { useWatch } from 'react-hook-form'
import { ENTRY_FIELDS } from '#src/contract/entry.ts'
import { useCall } from '../app/api.ts'
import { useKnownProducts } from '../product-list/catalog.ts'
import { RecordField } from '../record/fields.tsx'
import { useSlugify } from '../record/use-slugify.ts'
import type { FormValues } from './form-schema.ts'

const { label, rule, hint } = ENTRY_FIELDS.hsn

/** The code that an invoice has as long as the piece has none of its own. */
function CategoryCode({ category }: { category: string }) {
  const { data } = useCall('GET /editor/content/:id', { param: `category:${category}` })
  const code = data?.record.body['hsn']
  return code
    ? `The tax invoice has ${code}, that of its category, unless another one is here.`
    : hint
}

/** The HSN code of a piece; while it is empty, that of its category is named. */
export function HsnField() {
  const typed = useWatch<FormValues, 'hsn'>({ name: 'hsn' })
  const name = useWatch<FormValues, 'category'>({ name: 'category' })
  const category = useSlugify(name)(name)
  const isKnown = useKnownProducts().some((product) => product.category === category)
  const isEmpty = String(typed ?? '').trim() === ''
  return (
    <RecordField
      name="hsn"
      label={label}
      rule={rule}
      hint={isEmpty && isKnown ? <CategoryCode category={category} /> : hint}
    />
  )
}
