import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BulkChange, CatalogListItem } from '#src/contract/editor.ts'
import { MAX_BULK_PRODUCTS, PRICE_STEPS } from '#src/contract/values.ts'
import { changeByPercent, isFarPrice, parseTypedAmount } from '#src/editing/typed-price.ts'
import { count } from '#src/rules/count.ts'
import { formatInteger } from '#src/rules/money.ts'
import { flatMapInTasks, yieldToMain } from '#src/rules/yield-to-main.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { CheckboxField, Field, SelectField } from '#src/ui/Field.tsx'
import { useFields } from '#src/ui/use-fields.ts'
import { queryClient, request, useCall } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { refreshLaunches } from '../launches/draft-form.ts'
import { LaunchSelect, useIsLive } from '../launches/LaunchSelect.tsx'
import { CardFrame, CENTRE, SizeField } from '../pictures/size-on-cards.tsx'
import { confirmPrices } from '../product/confirm-prices.ts'
import { followSave, startSave } from '../publish/publish-state.ts'
import { undoBatch } from '../publish/undo-batch.ts'
import { confirm } from '../ui/confirm.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { catalogQuery, reloadCatalog } from './catalog.ts'
import { useCategoryName } from './categories.ts'

/** Sum of the results of all steps of a change. */
interface BulkSum {
  batch: string | null
  changed: number
  unchanged: number
  /** Products that no step has changed. */
  left: CatalogListItem[]
  /** Why a step was refused; empty when none was. */
  message: string
}

/** Finds the unchanged products. A step whose answer was lost may have changed some. */
async function findUnchanged(products: CatalogListItem[]): Promise<CatalogListItem[]> {
  await reloadCatalog()
  const items = queryClient.getQueryData(catalogQuery.queryKey) ?? []
  const revisions = new Map(items.map(({ id, revision }) => [id, revision]))
  return products.filter(({ id, revision }) => revisions.get(id) === revision)
}

interface Props {
  products: CatalogListItem[]
  categories: string[]
  onDone: () => void
  /** A change was stopped before it came to these products. */
  onLeft: (ids: string[]) => void
}

/**
 * Actions for the selected products, each in one change and one publish. The bar is below the list, but before it in
 * the tab order.
 */
export function BulkBar({ products, categories, onDone, onLeft }: Props) {
  const ids = products.map(({ id }) => id)
  const [open, setOpen] = useState<'price' | 'category' | 'size'>()
  // It stays where the change fails.
  const [percent, setPercent] = useState('-10')
  const undo = useMutation({ mutationFn: (id: string) => undoBatch(id) })
  /** Products of a change in steps that are done. */
  const [done, setDone] = useState<number>()
  const isCancelled = useRef(false)
  const isLive = useIsLive()

  const { mutate: apply, isPending: busy } = useMutation({
    mutationFn: async ({ launch, ...change }: BulkChange & { launch?: string }) => {
      setOpen(undefined)
      await yieldToMain()
      const save = startSave()
      isCancelled.current = false
      const sum: BulkSum = { batch: null, changed: 0, unchanged: 0, left: products, message: '' }
      try {
        while (sum.left.length > 0 && !isCancelled.current) {
          const step = sum.left.slice(0, MAX_BULK_PRODUCTS).map(({ id }) => id)
          if (ids.length > MAX_BULK_PRODUCTS) setDone(ids.length - sum.left.length)
          const { batch, changed, unchanged } = await request('POST /editor/products/bulk', {
            body: {
              ids: step,
              change,
              ...(launch ? { launch } : {}),
              ...(sum.batch ? { batch: sum.batch } : {}),
            },
          })
          sum.batch = batch
          sum.changed += changed
          sum.unchanged += unchanged
          sum.left = sum.left.slice(step.length)
        }
      } catch (error) {
        // The changes of the previous steps can be undone.
        const left = launch ? sum.left : await findUnchanged(sum.left)
        if (left.length === ids.length) throw error
        sum.changed += sum.left.length - left.length
        sum.left = left
        sum.message = (error as Error).message
      } finally {
        setDone(undefined)
      }
      if (launch) refreshLaunches()
      if (launch && !isLive(launch)) return sum
      followSave(save, { title: `${count(sum.changed, 'product')} changed`, path: '' })
      await reloadCatalog()
      return sum
    },
    onSuccess: ({ batch, changed, unchanged, left, message }, { launch }) => {
      if (left.length > 0) {
        onLeft(left.map(({ id }) => id))
        const undoStep = batch ? { label: 'Undo', onClick: () => undo.mutate(batch) } : undefined
        toast.error(
          `${message || 'Stopped.'} ${count(changed, 'product')} changed, ${formatInteger(left.length)} not.`,
          undoStep,
        )
        return
      }
      onDone()
      if (launch) {
        const effect = isLive(launch) ? 'Shoppers see it at once.' : 'The shop stays as it is.'
        toast.success(`${count(changed, 'product')} changed in the launch. ${effect}`)
        return
      }
      const rest = unchanged > 0 ? ` ${unchanged} were so already.` : ''
      toast.success(
        `${count(changed, 'product')} changed.${rest}`,
        batch ? { label: 'Undo', onClick: () => undo.mutate(batch) } : undefined,
      )
    },
  })
  const applyPrice = async (change: BulkChange & { launch?: string }) => {
    if (change.kind !== 'price') return
    setOpen(undefined)
    await yieldToMain()
    const far = await flatMapInTasks(products, ({ title, price }) => {
      const after = changeByPercent(price, change.percent, change.roundTo)
      return isFarPrice(price, after) ? { title, choice: '', before: price, after } : []
    })
    if (await confirmPrices(far)) apply(change)
  }
  const archive = async () => {
    const confirmed = await confirm({
      title: `Archive ${count(ids.length, 'product')}?`,
      text: 'Their pages say that the piece is no longer sold. They can be restored at any time.',
      confirmLabel: 'Archive',
    })
    if (confirmed) apply({ kind: 'archive' })
  }

  const actions: [label: string, run: () => void | Promise<void>][] = [
    ['Change price', () => setOpen('price')],
    ['Change category', () => setOpen('category')],
    ['Size on cards', () => setOpen('size')],
  ]
  if (products.some(({ archived }) => !archived)) actions.push(['Archive', archive])
  if (products.some(({ archived }) => archived))
    actions.push(['Restore', () => apply({ kind: 'restore' })])

  return (
    <section
      id="selected-products"
      aria-label="Selected products"
      className="sticky bottom-3 z-(--z-sticky-bar) order-last flex flex-wrap items-center gap-2 border border-edge bg-surface px-4 py-2 max-sm:px-3 max-sm:pb-3"
    >
      <p className="me-auto flex flex-wrap items-center gap-x-3 text-sm max-sm:w-full max-sm:justify-between">
        <span role="status" className="font-medium figures">
          {count(ids.length, 'product')} selected
          {done !== undefined && `, ${formatInteger(done)} of them done`}
        </span>
        {done === undefined ? (
          <LinkButton onClick={onDone}>Clear selection</LinkButton>
        ) : (
          <LinkButton
            onClick={() => {
              isCancelled.current = true
            }}
          >
            Stop after this step
          </LinkButton>
        )}
      </p>
      {actions.map(([label, run]) => (
        <Button
          variant="secondary"
          key={label}
          className="max-sm:px-2.5"
          busy={busy}
          onClick={() => void run()}
        >
          {label}
        </Button>
      ))}
      {open === 'price' && (
        <PriceDialog
          products={products}
          percent={percent}
          onPercent={setPercent}
          onClose={() => setOpen(undefined)}
          onApply={(change) => void applyPrice(change)}
        />
      )}
      {open === 'category' && (
        <CategoryDialog
          products={products}
          categories={categories}
          onClose={() => setOpen(undefined)}
          onApply={apply}
        />
      )}
      {open === 'size' && (
        <SizeDialog products={products} onClose={() => setOpen(undefined)} onApply={apply} />
      )}
    </section>
  )
}

interface WhenProps {
  products: CatalogListItem[]
  value: string | undefined
  onChange: (launch: string | undefined) => void
}

/** Whether a change is of the products, or goes into a launch. Says how many of them a live launch changes. */
function When({ products, value, onChange }: WhenProps) {
  const covered = products.flatMap(({ launch }) => launch ?? [])
  const launches = new Map(covered.map(({ id, name }) => [id, name]))
  return (
    <>
      {covered.length > 0 && value === undefined && (
        <div className="border-s-2 border-accent ps-4 text-sm">
          <p>
            {count(covered.length, 'product')} {covered.length === 1 ? 'is' : 'are'} in a live
            launch. This changes the base, and shoppers see the launch until it ends.
          </p>
          <ul>
            {[...launches].map(([id, name]) => (
              <li key={id}>
                <LinkButton onClick={() => onChange(id)}>Change it in the launch {name}</LinkButton>
              </li>
            ))}
          </ul>
        </div>
      )}
      <LaunchSelect name="bulk-launch" value={value} onChange={onChange} />
    </>
  )
}

type ApplyBulk = (change: BulkChange & { launch?: string }) => void

interface PriceProps {
  products: CatalogListItem[]
  percent: string
  onPercent: (percent: string) => void
  onApply: ApplyBulk
  onClose: () => void
}

function PriceDialog({ products, percent, onPercent, onApply, onClose }: PriceProps) {
  const [keepListPrice, setKeepListPrice] = useState(true)
  const [roundTo, setRoundTo] = useState<(typeof PRICE_STEPS)[number]>(1)
  const [launch, setLaunch] = useState<string>()
  const value = parseTypedAmount(percent)
  const isValid = value >= -90 && value <= 500 && value !== 0
  const { errorOf, check } = useFields({
    percent: isValid ? undefined : 'Enter a percentage between -90 and 500.',
  })
  return (
    <Dialog title={`Change the price of ${count(products.length, 'product')}`} onClose={onClose}>
      <DialogForm
        submitLabel="Change prices"
        onSubmit={() => {
          if (check())
            onApply({
              kind: 'price',
              percent: value,
              keepListPrice,
              roundTo,
              ...(launch ? { launch } : {}),
            })
        }}
      >
        <Field
          label="Change in percent"
          name="percent"
          required
          inputMode="decimal"
          hint="Minus ten makes everything a tenth cheaper."
          value={percent}
          error={errorOf('percent')}
          onChange={(event) => onPercent(event.target.value)}
        />
        <SelectField
          label="Rounded to"
          name="round-to"
          required
          value={roundTo}
          onChange={({ target }) =>
            setRoundTo(PRICE_STEPS.find((step) => step === Number(target.value)) ?? 1)
          }
        >
          {PRICE_STEPS.map((step) => (
            <option key={step} value={step}>
              {step === 1 ? 'Whole rupees' : `Multiples of ₹${formatInteger(step)}`}
            </option>
          ))}
        </SelectField>
        <CheckboxField
          label="Keep the list price, so that the shop shows a reduction"
          name="keep-list-price"
          checked={keepListPrice}
          onChange={(event) => setKeepListPrice(event.target.checked)}
        />
        <When products={products} value={launch} onChange={setLaunch} />
      </DialogForm>
    </Dialog>
  )
}

interface CategoryProps {
  products: CatalogListItem[]
  categories: string[]
  onApply: ApplyBulk
  onClose: () => void
}

function CategoryDialog({ products, categories, onApply, onClose }: CategoryProps) {
  const [category, setCategory] = useState(categories[0] ?? '')
  const [launch, setLaunch] = useState<string>()
  const toName = useCategoryName()
  return (
    <Dialog title="Change the category" onClose={onClose}>
      <DialogForm
        submitLabel="Move"
        onSubmit={() => {
          if (category) onApply({ kind: 'category', category, ...(launch ? { launch } : {}) })
        }}
      >
        <SelectField
          label="Category"
          name="bulk-category"
          required
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        >
          {categories.map((address) => (
            <option key={address} value={address}>
              {toName(address)}
            </option>
          ))}
        </SelectField>
        <When products={products} value={launch} onChange={setLaunch} />
      </DialogForm>
    </Dialog>
  )
}

/** Products whose cards the dialog shows. */
const SHOWN_CARDS = 4

interface SizeProps {
  products: CatalogListItem[]
  onApply: ApplyBulk
  onClose: () => void
}

function SizeDialog({ products, onApply, onClose }: SizeProps) {
  const [zoom, setZoom] = useState<number>()
  const [launch, setLaunch] = useState<string>()
  return (
    <Dialog title={`Size on cards of ${count(products.length, 'product')}`} onClose={onClose}>
      <DialogForm
        submitLabel="Change sizes"
        onSubmit={() =>
          onApply({ kind: 'size', zoom: zoom ?? null, ...(launch ? { launch } : {}) })
        }
      >
        <SizeField
          name="bulk-size"
          hint="That of the first picture of each. The product page shows it whole."
          value={zoom}
          onChange={setZoom}
        />
        {zoom !== undefined && (
          <div className="flex flex-wrap gap-3">
            {products.slice(0, SHOWN_CARDS).map(({ id, title }) => (
              <ProductFrame key={id} id={id} title={title} zoom={zoom} />
            ))}
          </div>
        )}
        <When products={products} value={launch} onChange={setLaunch} />
      </DialogForm>
    </Dialog>
  )
}

/** The card of a product as it will be. */
function ProductFrame({ id, title, zoom }: { id: string; title: string; zoom: number }) {
  const product = useCall('GET /editor/products/:id', { param: id }).data?.product
  const [picture] = product?.pictures ?? []
  if (!picture) return null
  return <CardFrame picture={picture} focus={picture.focus ?? CENTRE} zoom={zoom} alt={title} />
}
