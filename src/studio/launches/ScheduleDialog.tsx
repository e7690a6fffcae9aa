import { useMutation } from '@tanstack/react-query'
import type { EditorProduct } from '#src/contract/editor.ts'
import type { RequestBody } from '#src/contract/endpoints.ts'
import { MAX_LAUNCH_NAME } from '#src/contract/values.ts'
import { hasOddCommas, isFarPrice, parseTypedAmount } from '#src/editing/typed-price.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { useFields } from '#src/ui/use-fields.ts'
import { type CallError, request } from '../app/api.ts'
import { fromLocalInput } from '../app/time.ts'
import { toast } from '../app/toasts.tsx'
import { confirmPrices } from '../product/confirm-prices.ts'
import { useDraft } from '../record/use-draft.ts'
import { DialogForm } from '../ui/DialogForm.tsx'
import { refreshLaunches } from './draft-form.ts'

const KINDS = ['price', 'restore', 'archive'] as const
type Kind = (typeof KINDS)[number]

const FIELD_NAMES = ['price', 'startsAt', 'endsAt'] as const
type FieldName = (typeof FIELD_NAMES)[number]

/** The draft of a change, and what its launch is called. */
function toDraft({ entry }: EditorProduct, kind: Kind, price: number, startsAt: string) {
  const { title } = entry
  if (kind === 'archive') return { name: `${title} archived`, body: entry }
  // It is new again.
  if (kind === 'restore')
    return { name: `${title} on sale`, body: { ...entry, publishedAt: startsAt } }
  const { listPrice, ...others } = entry
  const kept = listPrice !== undefined && listPrice > price ? { listPrice } : {}
  return { name: `Price of ${title}`, body: { ...others, price, ...kept } }
}

interface Props {
  product: EditorProduct
  onClose: () => void
}

/** A launch of one product: its price, its being put on sale or its being archived, at a time in IST. */
export function ScheduleDialog({ product, onClose }: Props) {
  const { typed, change, clear } = useDraft(`schedule/${product.id}`)
  const kind =
    KINDS.find((known) => known === typed['schedule-kind']) ??
    (product.archived ? 'restore' : 'price')
  const { errorOf, check, reject } = useFields<`schedule-${FieldName}`>({})
  const showError = (field: FieldName, message: string) => reject(`schedule-${field}`, message)
  const schedule = useMutation({
    mutationFn: (body: RequestBody<'POST /editor/launches'> & { startsAt: string }) =>
      request('POST /editor/launches', { body }),
    onSuccess: (_, { startsAt }) => {
      refreshLaunches()
      clear()
      toast.success(`Scheduled for ${formatInstant(startsAt)}.`)
      onClose()
    },
    onError: (error) => {
      const { field, message } = error as CallError
      const shown = FIELD_NAMES.find((name) => name === field)
      if (shown) showError(shown, message)
      else toast.error(message)
    },
  })
  const submit = async (input: FormData) => {
    check()
    const read = (field: FieldName) => String(input.get(`schedule-${field}`) ?? '')
    const price = parseTypedAmount(read('price'))
    const startsAt = fromLocalInput(read('startsAt'))
    if (kind === 'price' && !(price > 0)) return showError('price', 'Enter a price in rupees.')
    if (kind === 'price' && price === product.entry.price)
      return showError('price', 'It has this price now. A price for some time has an end below.')
    if (kind === 'price' && hasOddCommas(read('price')))
      return showError('price', `Its commas are odd. Is it ${formatRupees(price)}?`)
    if (!startsAt) return showError('startsAt', 'Choose a day and a time.')
    const before = product.entry.price
    const isFar = kind === 'price' && isFarPrice(before, price)
    if (isFar && !(await confirmPrices([{ choice: '', before, after: price }]))) return
    const { name, body } = toDraft(product, kind, price, startsAt)
    const action = kind === 'price' ? 'update' : kind
    schedule.mutate({
      name: name.slice(0, MAX_LAUNCH_NAME),
      startsAt,
      endsAt: fromLocalInput(read('endsAt')) ?? null,
      draft: {
        record: product.id,
        basedOn: product.revision,
        body,
        action,
      },
    })
  }

  return (
    <Dialog title={`Schedule a change of ${product.entry.title}`} onClose={onClose}>
      <DialogForm
        submitLabel="Schedule"
        busy={schedule.isPending}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
            change({ [target.name]: target.value })
        }}
        onSubmit={(form) => void submit(new FormData(form))}
      >
        <SelectField label="What happens" name="schedule-kind" required defaultValue={kind}>
          <option value="price">The price changes</option>
          <option value="restore">It goes on sale</option>
          <option value="archive">It is archived</option>
        </SelectField>
        {kind === 'price' && (
          <Field
            label="New price in ₹"
            name="schedule-price"
            required
            inputMode="decimal"
            defaultValue={typed['schedule-price'] ?? product.entry.price}
            error={errorOf('schedule-price')}
          />
        )}
        <Field
          label="When, in Indian time (IST)"
          name="schedule-startsAt"
          type="datetime-local"
          required
          defaultValue={typed['schedule-startsAt']}
          error={errorOf('schedule-startsAt')}
        />
        <Field
          label="Until, in Indian time (IST)"
          name="schedule-endsAt"
          type="datetime-local"
          hint="It shows its own values again then."
          defaultValue={typed['schedule-endsAt']}
          error={errorOf('schedule-endsAt')}
        />
      </DialogForm>
    </Dialog>
  )
}
