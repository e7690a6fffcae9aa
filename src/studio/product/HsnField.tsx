import { useStore } from '@nanostores/react'
import { useWatch } from 'react-hook-form'
import { ENTRY_FIELDS } from '#src/contract/entry.ts'
import { useCall } from '../app/api.ts'
import { $categories } from '../product-list/categories.ts'
import { RecordField } from '../record/fields.tsx'
import { useSlugify } from '../record/use-slugify.ts'
import type { FormValues } from './form-schema.ts'

const { label, schema, hint } = ENTRY_FIELDS.hsn

/** The code that an invoice has as long as the piece has none of its own. */
function CategoryCode({ id }: { id: string }) {
  const { data } = useCall('GET /editor/content/:id', { param: `category:${id}` })
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
  const id = useStore($categories).ids[category]
  const isEmpty = String(typed ?? '').trim() === ''
  return (
    <RecordField
      name="hsn"
      label={label}
      schema={schema}
      hint={isEmpty && id !== undefined ? <CategoryCode id={id} /> : hint}
    />
  )
}
