import { useEffect, useEffectEvent, useState } from 'react'
import type { Exchange, OrderDetail, OrderLine } from '#src/contract/orders.ts'
import { RETURN_REASONS } from '#src/contract/values.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { calculateTotals, formatRupees } from '#src/rules/money.ts'
import { listExchanges, returnOrder } from '#src/stores/orders.ts'
import { Button } from '#src/ui/Button.tsx'
import { SelectField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useForm } from '../form/use-form.ts'
import { StepButtons } from './StepButtons.tsx'

interface Props {
  order: OrderDetail
  onDone: () => void
}

const messages = orderMessages.exchange

const toTitle = ({ title, variant }: OrderLine) =>
  [title, formatVariant(variant)].filter(Boolean).join(', ')

/** E.g. "Size UK 8 (₹1,050.00 more)". */
function toLabel({ variant, price, stock }: Exchange, line: OrderLine, quantity: number): string {
  const choice = formatVariant(variant) || messages.samePiece
  if (stock < quantity) return `${choice} (${messages.soldOut})`
  const toTotal = (unit: number) => calculateTotals([{ price: unit, quantity }]).total
  const difference = toTotal(price) - toTotal(line.price)
  if (difference === 0) return choice
  const amount = formatRupees(Math.abs(difference))
  return `${choice} (${difference > 0 ? messages.more(amount) : messages.less(amount)})`
}

/** What the product of a line comes in, as it is known now. */
function useExchanges(number: string, position: number) {
  const [answer, setAnswer] = useState<
    { position: number } & Awaited<ReturnType<typeof listExchanges>>
  >()
  const load = async (wanted: number) => {
    setAnswer(undefined)
    setAnswer({ position: wanted, ...(await listExchanges(number, wanted)) })
  }
  const onChange = useEffectEvent((wanted: number) => void load(wanted))
  useEffect(() => onChange(position), [position])
  const known = answer?.position === position ? answer : undefined
  return { ...known, retry: () => void load(position) }
}

/** Asks for another variant of a line instead of the money. */
export function ExchangeForm({ order: { number, lines }, onDone }: Props) {
  const exchangeable = lines.filter(({ exchangeable: quantity }) => quantity > 0)
  const [position, setPosition] = useState(exchangeable[0]?.position ?? 0)
  const [quantity, setQuantity] = useState(1)
  const line = exchangeable.find((row) => row.position === position)
  const { variants, error, retry } = useExchanges(number, position)
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      variantId: read('variantId') ? undefined : messages.choiceMissing,
      reason: read('reason') ? undefined : 'Please choose a reason.',
    }),
    onSubmit: async (read) => {
      const reason = RETURN_REASONS.find((known) => known === read('reason')) ?? RETURN_REASONS[4]
      const body = { lines: [{ position, quantity }], reason, note: '' }
      const result = await returnOrder(number, { ...body, variantId: read('variantId') })
      if (result.ok) onDone()
      return result
    },
  })
  if (!line) return null
  return (
    <form {...form} className="flex flex-col gap-5">
      <p className="text-body-sm text-muted">{messages.text}</p>
      {exchangeable.length > 1 && (
        <SelectField
          label="Piece"
          name="position"
          value={position}
          required
          onChange={({ target }) => {
            setPosition(Number(target.value))
            setQuantity(1)
          }}
        >
          {exchangeable.map((row) => (
            <option key={row.position} value={row.position}>
              {toTitle(row)}
            </option>
          ))}
        </SelectField>
      )}
      {line.exchangeable > 1 && (
        <SelectField
          label="Quantity"
          name="quantity"
          value={quantity}
          required
          onChange={({ target }) => setQuantity(Number(target.value))}
        >
          {Array.from({ length: line.exchangeable }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
            <option key={index}>{index + 1}</option>
          ))}
        </SelectField>
      )}
      {error ? (
        <Notice kind="error">
          {error}{' '}
          <Button variant="quiet" onClick={retry}>
            Try again
          </Button>
        </Notice>
      ) : variants?.length === 0 ? (
        <Notice kind="error">{messages.notSold}</Notice>
      ) : (
        <SelectField
          key={position}
          label={exchangeable.length > 1 ? messages.instead : messages.insteadOf(toTitle(line))}
          {...field('variantId')}
          required
        >
          <option value="">{variants ? 'Please choose' : messages.loading}</option>
          {variants?.map((row) => (
            <option key={row.id} value={row.id} disabled={row.stock < quantity}>
              {toLabel(row, line, quantity)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField label="Reason" {...field('reason')} defaultValue={RETURN_REASONS[0]} required>
        {RETURN_REASONS.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </SelectField>
      {failure && <Notice kind="error">{failure}</Notice>}
      <StepButtons
        label="Request exchange"
        busyLabel="Asking..."
        busy={busy}
        ready={ready}
        keep="Cancel"
        onKeep={onDone}
      />
    </form>
  )
}
