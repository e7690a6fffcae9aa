import { globSync, readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type FieldValues, FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import { parseContentId } from '#src/contract/content.ts'
import { type CatalogEntry, ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import { queryClient } from '#src/studio/app/api.ts'
import { ContentFields } from '#src/studio/content/ContentFields.tsx'
import { type Body, getFields, toFormBody } from '#src/studio/content/content-form.ts'
import { FormGroups } from '#src/studio/product/FormGroups.tsx'
import { createEmptyValues, toFormValues } from '#src/studio/product/form-schema.ts'
import { createCatalogEntry, ringWithVariants } from '#tools/products.ts'

const seedEntries = globSync('seed/catalog/*.json').flatMap(
  (path) => JSON.parse(readFileSync(path, 'utf8')) as CatalogEntry[],
)

const picture = { file: 'a'.repeat(32), alt: 'A ring' }
const full = createCatalogEntry({
  ...ringWithVariants,
  variant: { ...ringWithVariants.variant, Colour: 'Ruby' },
  listPrice: 200,
  hsn: '7113',
  seoTitle: 'A ring',
  seoDescription: 'A ring of gold.',
  offers: [{ icon: 'gift', title: 'Box', detail: 'A box of teak' }],
  related: ['other'],
  pictures: [picture, { ...picture, file: 'b'.repeat(32), focus: { x: 1, y: 2 }, worn: true }],
})
const {
  tagline: _,
  warranty: __,
  ...fewest
} = createCatalogEntry({ slug: 'stole', pictures: [picture] })

const CONTROL = /<(?:input|select|textarea)\b[^>]*>/g

const readAttribute = (tag: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

interface FormProps {
  defaultValues: FieldValues
  fields: ReactNode
  onForm: (form: UseFormReturn) => void
}

function Form({ defaultValues, fields, onForm }: FormProps) {
  const form = useForm({ defaultValues })
  onForm(form)
  return (
    <QueryClientProvider client={queryClient}>
      <FormProvider {...form}>{fields}</FormProvider>
    </QueryClientProvider>
  )
}

/** The names of the controls, and the values that the form holds once they are there. */
function openForm(defaultValues: FieldValues, fields: ReactNode) {
  const forms: UseFormReturn[] = []
  const html = renderToStaticMarkup(
    <Form defaultValues={defaultValues} fields={fields} onForm={(form) => forms.push(form)} />,
  )
  const [form] = forms
  if (!form) throw new Error('There is no form.')
  const controls = (html.match(CONTROL) ?? []).flatMap((tag) => {
    const name = readAttribute(tag, 'name')
    return name === '' ? [] : { name, type: readAttribute(tag, 'type') }
  })
  // A server renders no elements: these stand in for those that a browser registers.
  const blank = { value: '', defaultValue: '', checked: false, defaultChecked: false }
  form.control._state.mount = true
  for (const control of controls) form.register(control.name).ref({ ...control, ...blank })
  return { names: controls.map(({ name }) => name), values: form.getValues() }
}

describe('an untouched form has the values of what is saved', () => {
  test('for every field of a product', () => {
    const { names } = openForm(toFormValues(full, []), <FormGroups isLive savedSlug="ring" />)
    const shown = new Set(names.map((name) => name.split('.')[0]))
    // Related products are picked: they have no control.
    expect([...shown, 'related'].toSorted()).toEqual(ENTRY_FIELD_NAMES.toSorted())
  })

  test.each([full, fewest, ...seedEntries])('the product $slug', (entry) => {
    const saved = toFormValues(entry, [])
    const { values } = openForm(saved, <FormGroups isLive savedSlug={entry.slug} />)
    expect(values).toStrictEqual(saved)
  })

  test('a new product', () => {
    const empty = createEmptyValues(new Date('2026-01-01T00:00:00Z'))
    const { values } = openForm(empty, <FormGroups isLive={false} savedSlug="" />)
    expect(values).toStrictEqual(empty)
  })

  test.each(DEFAULT_IDS)('the record %s', (id) => {
    const fields = getFields(parseContentId(id)?.kind ?? 'home')
    const saved = { body: toFormBody(fields, getDefaultContent(id) as Body), pictures: {} }
    const { values } = openForm(saved, <ContentFields fields={fields} path="body" />)
    expect(values).toStrictEqual(saved)
  })
})
