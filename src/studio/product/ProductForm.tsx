import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { Picture } from '#src/contract/catalog.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import {
  type CatalogEntry,
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  type EntryFieldSpec,
} from '#src/contract/entry.ts'
import type { LaunchDraft } from '#src/contract/launches.ts'
import { pickCounts, readCounts, withCounts } from '#src/editing/stock-counts.ts'
import { formatPriceChange, listFarPrices, listPriceChanges } from '#src/editing/typed-price.ts'
import { productPath } from '#src/rules/paths.ts'
import { withAllIds } from '#src/rules/product/choice-ids.ts'
import { request } from '../app/api.ts'
import {
  type DraftFormProps,
  type DraftInfo,
  toDraftForm,
  toDraftInfo,
} from '../launches/draft-form.ts'
import { LaunchLink } from '../launches/LaunchLink.tsx'
import { PreviewPanel } from '../preview/PreviewPanel.tsx'
import { AllProductsLink } from '../product-list/AllProductsLink.tsx'
import { updateCachedProduct } from '../product-list/catalog.ts'
import { StockDialog } from '../product-list/StockDialog.tsx'
import type { SaveStart } from '../publish/publish-state.ts'
import { type DraftKey, isNewProductId } from '../record/drafts.ts'
import type { ErrorPlace } from '../record/ErrorSummary.tsx'
import { FormTitle, RecordFormLayout } from '../record/RecordFormLayout.tsx'
import { saveAsking } from '../record/save-asking.ts'
import { type RecordForm, useRecordForm } from '../record/use-record-form.ts'
import { confirmPrices } from './confirm-prices.ts'
import { entryFields } from './entry-fields.ts'
import { FormGroups, GroupLinks } from './FormGroups.tsx'
import {
  createEmptyValues,
  entryForm,
  type FormValues,
  readEntry,
  readFormValues,
  toErrorMessage,
  toFormValues,
} from './form-schema.ts'
import { ProductActions } from './ProductActions.tsx'
import { StockContext } from './stock-context.ts'

/** The pictures of an entry as the form knows them, by the name of their file. */
function findPictures(values: FormValues, others: Picture[], entry: CatalogEntry): Picture[] {
  const known = new Map(values.pictures.map(({ file, picture }) => [file, picture]))
  const bases = new Map(others.map((picture) => [picture.base.split('/').at(-1), picture]))
  return entry.pictures.flatMap(({ file }) => known.get(file) ?? bases.get(file) ?? [])
}

/** An error of a row stands with its number, one of a record with the part. */
function locateError(path: string): ErrorPlace | undefined {
  const [field = '', part] = path.split('.')
  const name = ENTRY_FIELD_NAMES.find((known) => known === field)
  if (!name) return undefined
  const { label, formLabel = label, group }: EntryFieldSpec = ENTRY_FIELDS[name]
  const place = { path, groupId: group, order: ENTRY_FIELD_NAMES.indexOf(name) }
  if (part === undefined) return { ...place, label: formLabel }
  const index = Number(part)
  return { ...place, label: `${formLabel}, ${Number.isInteger(index) ? index + 1 : part}` }
}

/** Returns an earlier version with the current counts, except those that the next version changed. */
function withOldCounts(
  version: CatalogEntry,
  after: CatalogEntry,
  current: CatalogEntry,
): CatalogEntry {
  const [changed, now] = [readCounts(after), readCounts(current)]
  return withCounts(version, (choice, own) =>
    changed.get(choice) === own ? (now.get(choice) ?? own) : own,
  )
}

/** Fields of an earlier version, as the form has them. */
function toRestored(
  version: CatalogEntry,
  fields: string[],
  saved: EditorProduct | undefined,
  after: CatalogEntry | undefined,
) {
  const known = saved?.pictures ?? []
  const entry = saved && after ? withOldCounts(version, after, saved.entry) : version
  const values = toFormValues(entry, [])
  const pictures = values.pictures.map((row) => ({
    ...row,
    picture: known.find(({ base }) => base.endsWith(row.file)),
  }))
  // The form has the default choice beside its option.
  const names = new Set(fields.includes('variant') ? [...fields, 'options'] : fields)
  return Object.fromEntries(
    Object.entries({ ...values, pictures }).filter(([name]) => names.has(name)),
  )
}

const productForm: Omit<RecordForm<FormValues, CatalogEntry, EditorProduct>, 'onSaved'> = {
  api: 'products',
  noun: 'product',
  saveLabel: 'Save and publish',
  fields: entryFields,
  locateError,
  noVersions: 'This product has not been changed since its import.',
  resolver: zodResolver(entryForm, { error: toErrorMessage }),
  getBody: ({ entry }) => entry,
  getTitle: ({ title }) => title,
  toValues: (saved) =>
    saved ? toFormValues(saved.entry, saved.pictures) : createEmptyValues(new Date()),
  toMergedValues: (merged, current, before) =>
    toFormValues(merged, findPictures(before, current.pictures, merged)),
  toRestored,
  keepSeen: (version, seen) => {
    const counts = readCounts(seen)
    return withCounts(version, (choice, own) => counts.get(choice) ?? own)
  },
  readValues: readFormValues,
  readBody: readEntry,
  toName: (field) => field,
  confirmSave: (entry, before) => confirmPrices(before ? listFarPrices(before, entry) : []),
  describeSave: (entry, before) =>
    (before ? listPriceChanges(before, entry) : [])
      .slice(0, 1)
      .map((change) => ` ${formatPriceChange(change.before, change.after)}.`)
      .join(''),
  save: async (entry, saved, revision, base) => {
    const seen = base && { seenCounts: pickCounts(base) }
    const { product } = await saveAsking((confirmed) =>
      saved
        ? request('PUT /editor/products/:id', {
            param: saved.id,
            body: { ...withAllIds(entry), revision, ...seen, ...confirmed },
          })
        : request('POST /editor/products', { body: { ...entry, ...confirmed } }),
    )
    return product
  },
}

/** A draft as the product that it becomes. */
const toDraftProduct = (draft: LaunchDraft): EditorProduct & DraftInfo => {
  const entry = draft.body as CatalogEntry
  return {
    ...toDraftInfo(draft),
    id: draft.recordId,
    revision: draft.revision,
    archived: false,
    held: 0,
    holds: {},
    removed: [],
    entry,
    updatedAt: draft.updatedAt,
    pictures: entry.pictures.flatMap(({ file }) => draft.pictures[file] ?? []),
  }
}

interface Props {
  /** Undefined for a new one. */
  product: EditorProduct | undefined
  draftKey: DraftKey
  recordId: string
}

/** The draft of a product in a launch. */
export function ProductDraftForm({ recordId, launch, draft, ...props }: DraftFormProps) {
  const product = useMemo(() => toDraftProduct(draft), [draft])
  const kind = useMemo(
    () =>
      toDraftForm<FormValues, CatalogEntry, EditorProduct & DraftInfo>(
        productForm,
        launch,
        toDraftProduct,
      ),
    [launch],
  )
  const state = useRecordForm(kind, product, props.draftKey)
  const title = useWatch({ control: state.form.control, name: 'title' })
  return (
    <RecordFormLayout
      state={state}
      kind={kind}
      recordId={recordId}
      launch={launch}
      back={<LaunchLink launch={launch} />}
      title={<FormTitle>{`Draft of ${title || 'a product'}`}</FormTitle>}
      actions={null}
      livePath={undefined}
      preview={<PreviewPanel id={isNewProductId(recordId) ? undefined : recordId} />}
    >
      <GroupLinks />
      <FormGroups isLive={false} savedSlug={product.entry.slug} />
    </RecordFormLayout>
  )
}

export function ProductForm({ product: initial, draftKey, recordId }: Props) {
  const [, navigate] = useLocation()
  const onSaved = (saved: EditorProduct, save: SaveStart, isNew: boolean) => {
    updateCachedProduct(saved, save)
    if (isNew) navigate(`/products/${saved.id}`, { replace: true })
  }
  const kind = { ...productForm, onSaved }
  const state = useRecordForm(kind, initial, draftKey)
  const { saved: product, isDirty } = state
  const isLive = product !== undefined && !product.archived
  const title = useWatch({ control: state.form.control, name: 'title' })
  return (
    <RecordFormLayout
      state={state}
      kind={kind}
      recordId={recordId}
      back={<AllProductsLink className="-my-3 text-sm" />}
      title={<FormTitle>{title || 'New product'}</FormTitle>}
      actions={
        product && (
          <>
            <ProductActions product={product} isDirty={isDirty} onChange={state.showVersion} />
            {/* Beside the form: it has a form of its own. */}
            <StockDialog onChanged={(changed) => !isDirty && state.showSaved(changed)} />
          </>
        )
      }
      livePath={isLive ? productPath(product.entry.slug) : undefined}
      preview={<PreviewPanel id={product?.id} />}
    >
      <GroupLinks />
      <StockContext value={product}>
        <FormGroups isLive={isLive} savedSlug={product?.entry.slug ?? ''} />
      </StockContext>
    </RecordFormLayout>
  )
}
