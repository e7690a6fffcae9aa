import { useStore } from '@nanostores/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import { STOCK_REASONS } from '#src/contract/values.ts'
import { parseTypedAmount } from '#src/editing/typed-price.ts'
import { formatInteger } from '#src/rules/money.ts'
import { toChoiceText } from '#src/rules/product/choice-ids.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, Input } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { startSave } from '../publish/publish-state.ts'
import { useDraft } from '../record/use-draft.ts'
import { DialogForm } from '../ui/DialogForm.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { updateCachedProduct } from './catalog.ts'
import { $stockOf, type StockedProduct } from './stock-of.ts'

interface DialogProps {
  /** Called with the product as it is saved, also by Undo. */
  onChanged?: ((product: EditorProduct) => void) | undefined
}

/** Adds pieces to the stock of a product or takes them off, with a reason. */
export function StockDialog({ onChanged }: DialogProps) {
  const product = useStore($stockOf)
  useEffect(() => close, [])
  return product ? <OpenDialog key={product.id} {...product} onChanged={onChanged} /> : null
}

const close = () => $stockOf.set(undefined)

function OpenDialog({ id, title, onChanged }: StockedProduct & DialogProps) {
  const product = useQuery({
    queryKey: ['stock', id],
    queryFn: async () => (await request('GET /editor/products/:id', { param: id })).product,
    gcTime: 0,
  })
  return (
    <Dialog title={`Change the stock of ${title}`} onClose={close}>
      <Loaded from={product}>
        {(read) => (
          <StockForm product={read} onChanged={onChanged} onFailed={() => void product.refetch()} />
        )}
      </Loaded>
    </Dialog>
  )
}

interface StockChange {
  choice: Variant
  from: number
  by: number
}

async function changeStock(id: string, changes: StockChange[], reason: string) {
  const save = startSave()
  const body = { changes, reason }
  const { product } = await request('POST /editor/products/:id/stock', { param: id, body })
  updateCachedProduct(product, save)
  return product
}

const formatSigned = (by: number): string =>
  by < 0 ? `−${formatInteger(-by)}` : `+${formatInteger(by)}`

const MAX_DIFFERENCE = 999_999

/** Parses a typed difference, which may have a plus or a long minus. */
const parseDifference = (typed: string): number => {
  const by = typed.trim() === '' ? 0 : parseTypedAmount(typed)
  return Number.isInteger(by) && Math.abs(by) <= MAX_DIFFERENCE ? by : Number.NaN
}

interface FormProps extends DialogProps {
  product: EditorProduct
  onFailed: () => void
}

function StockForm({ product: { id, entry, holds }, onChanged, onFailed }: FormProps) {
  const rows = entry.variants ?? [{ choice: {}, stock: entry.stock }]
  const { typed, change, clear } = useDraft(`stock/${id}`)
  const lines = rows.map(({ choice, stock }) => {
    const key = JSON.stringify(choice)
    const by = parseDifference(typed[key] ?? '')
    const isInvalid = Number.isNaN(by) || stock + by < 0
    const held = holds[toChoiceText(entry.options, choice)] ?? 0
    return { key, choice, name: Object.values(choice).join(', '), stock, held, by, isInvalid }
  })
  const changed = lines.filter(({ by }) => by !== 0)
  // Pieces that come are a delivery, as a rule. Why pieces go, the editor says.
  const comes = lines.every(({ by }) => !(by < 0))
  const reason = typed['reason'] ?? (comes ? STOCK_REASONS[0] : '')
  const { errorOf, check } = useFields({
    'stock-change': changed.length === 0 ? 'Say how many pieces come or go.' : undefined,
    'stock-reason': findMissing(reason, 'Say why.'),
  })
  const save = useMutation({
    mutationFn: () =>
      changeStock(
        id,
        changed.map(({ choice, stock: from, by }) => ({ choice, from, by })),
        reason,
      ),
    onSuccess: (product) => {
      onChanged?.(product)
      clear()
      close()
      const done = changed.map(({ name, by }) => `${name} ${formatSigned(by)}`.trim()).join(', ')
      const undone = changed.map(({ choice, stock, by }) => ({ choice, from: stock + by, by: -by }))
      toast.success(`${entry.title}: ${done}. ${reason}.`, {
        label: 'Undo',
        onClick: () => undo.mutate(undone),
      })
    },
    onError: onFailed,
  })
  const undo = useMutation({
    mutationFn: (undone: StockChange[]) => changeStock(id, undone, `Taken back: ${reason}`),
    onSuccess: onChanged,
  })
  const step = (key: string, by: number) =>
    change({ [key]: String((parseDifference(typed[key] ?? '') || 0) + by) })
  return (
    <DialogForm
      submitLabel="Change the stock"
      busy={save.isPending}
      onSubmit={() => check() && !lines.some((row) => row.isInvalid) && save.mutate()}
    >
      <ul className="flex flex-col divide-y divide-line">
        {lines.map(({ key, name, stock, held, by, isInvalid }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-28 flex-1">
              {name && <span className="block font-medium">{name}</span>}
              <span className="text-muted figures">
                {formatInteger(stock)} on the shelf
                {held > 0 && `, ${formatInteger(held)} held for orders`}
              </span>
            </span>
            <span className="flex items-center gap-1">
              {/* First, so that the focus begins there. */}
              <Input
                aria-label={`Pieces that come or go${name && ` of ${name}`}`}
                aria-invalid={isInvalid || undefined}
                inputMode="text"
                autoComplete="off"
                placeholder="0"
                value={typed[key] ?? ''}
                onChange={({ target }) => change({ [key]: target.value })}
                className="w-20 text-center figures"
              />
              {([-1, 1] as const).map((sign) => (
                <Button
                  key={sign}
                  variant="secondary"
                  type="button"
                  aria-label={`${sign < 0 ? 'One less' : 'One more'}${name && ` of ${name}`}`}
                  className={sign < 0 ? 'order-first' : ''}
                  disabled={sign < 0 && stock + (by || 0) <= 0}
                  onClick={() => step(key, sign)}
                >
                  {sign < 0 ? '−' : '+'}
                </Button>
              ))}
            </span>
            <span
              className="w-16 text-end font-medium figures max-sm:w-full max-sm:empty:hidden"
              aria-live="polite"
            >
              {by !== 0 && !isInvalid && `→ ${formatInteger(stock + by)}`}
            </span>
            {isInvalid && (
              <span className="w-full font-medium text-danger">
                {Number.isNaN(by)
                  ? 'Type a number such as 12 or -3.'
                  : `Only ${formatInteger(stock)} are on the shelf.`}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Field
        label="Reason"
        name="stock-reason"
        required
        list="stock-reasons"
        autoComplete="off"
        maxLength={120}
        hint="It stands in the history of the product."
        value={reason}
        error={errorOf('stock-reason')}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <datalist id="stock-reasons">
        {STOCK_REASONS.map((known) => (
          <option key={known}>{known}</option>
        ))}
      </datalist>
      {(save.error || errorOf('stock-change')) && (
        <Notice kind="error">{save.error?.message ?? errorOf('stock-change')}</Notice>
      )}
    </DialogForm>
  )
}
