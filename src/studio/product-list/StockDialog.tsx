import { useStore } from '@nanostores/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import { STOCK_REASONS } from '#src/contract/values.ts'
import { formatInteger } from '#src/rules/money.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, Input } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { startSave } from '../publish/publish-state.ts'
import { useFieldDrafts } from '../record/use-text-draft.ts'
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

/** What is typed as a difference: also with a plus or a long minus. */
const parseDifference = (typed: string): number => {
  const text = typed.trim().replace('−', '-')
  return /^[+-]?\d{1,6}$/.test(text) ? Number(text) : text === '' ? 0 : Number.NaN
}

interface FormProps extends DialogProps {
  product: EditorProduct
  onFailed: () => void
}

function StockForm({ product: { id, entry }, onChanged, onFailed }: FormProps) {
  const rows = entry.variants ?? [{ choice: {}, stock: entry.stock }]
  const [{ reason = STOCK_REASONS[0], ...typed }, type, clear] = useFieldDrafts(`stock/${id}`)
  const [isAsked, setAsked] = useState(false)
  const lines = rows.map(({ choice, stock }) => {
    const key = JSON.stringify(choice)
    const by = parseDifference(typed[key] ?? '')
    const isInvalid = Number.isNaN(by) || stock + by < 0
    return { key, choice, name: Object.values(choice).join(', '), stock, by, isInvalid }
  })
  const changed = lines.filter(({ by }) => by !== 0)
  const isValid = changed.length > 0 && reason.trim() !== '' && !lines.some((row) => row.isInvalid)
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
    type({ [key]: String((parseDifference(typed[key] ?? '') || 0) + by) })
  return (
    <DialogForm
      submitLabel="Change the stock"
      busy={save.isPending}
      onSubmit={() => {
        setAsked(true)
        if (isValid) save.mutate()
      }}
    >
      <ul className="flex flex-col divide-y divide-line">
        {lines.map(({ key, name, stock, by, isInvalid }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-28 flex-1">
              {name && <span className="block font-medium">{name}</span>}
              <span className="text-muted figures">{formatInteger(stock)} on the shelf</span>
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
                onChange={({ target }) => type({ [key]: target.value })}
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
        error={isAsked && reason.trim() === '' ? 'Say why.' : undefined}
        onChange={({ target }) => type({ reason: target.value })}
      />
      <datalist id="stock-reasons">
        {STOCK_REASONS.map((known) => (
          <option key={known}>{known}</option>
        ))}
      </datalist>
      {(save.error || (isAsked && changed.length === 0)) && (
        <Notice kind="error">{save.error?.message ?? 'Say how many pieces come or go.'}</Notice>
      )}
    </DialogForm>
  )
}
