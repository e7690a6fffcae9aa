import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditorProduct } from '#src/contract/editor.ts'
import type { ScheduledChange } from '#src/contract/editor-publish.ts'
import type { RequestBody } from '#src/contract/endpoints.ts'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { request } from '../api.ts'
import { parseAmount } from '../form/form-schema.ts'
import { fromLocalInput } from '../time.ts'
import { toast } from '../toasts.tsx'
import { Tool } from '../ui/controls.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface Props {
  product: EditorProduct
  onClose: () => void
}

/** A price, a launch or the end of a sale at a time in IST. */
export function ScheduleDialog({ product, onClose }: Props) {
  const [kind, setKind] = useState<ScheduledChange['kind']>(product.archived ? 'launch' : 'price')
  const [price, setPrice] = useState(String(product.entry.price))
  const [at, setAt] = useState('')
  const [fault, setFault] = useState<{ field: 'price' | 'at'; message: string }>()

  const showFault = (field: 'price' | 'at', message: string) => {
    setFault({ field, message })
    document.getElementById(`schedule-${field}`)?.focus()
  }
  const schedule = useMutation({
    mutationFn: (body: RequestBody<'POST /editor/products/:id/schedule'>) =>
      request('POST /editor/products/:id/schedule', { param: product.id, body }),
    onSuccess: ({ scheduled }) => {
      toast.success(`Scheduled for ${scheduled.atIst}.`)
      onClose()
    },
    onError: ({ message }) => showFault('at', message),
  })
  const submit = () => {
    const instant = fromLocalInput(at)
    const amount = parseAmount(price)
    if (kind === 'price' && !(amount > 0)) return showFault('price', 'Enter a price in rupees.')
    if (!instant) return showFault('at', 'Choose a day and a time.')
    const change: ScheduledChange = kind === 'price' ? { kind, price: amount } : { kind }
    schedule.mutate({ at: instant, change })
  }

  return (
    <Dialog title={`Schedule a change of ${product.entry.title}`} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SelectField
          label="What happens"
          name="schedule-kind"
          required
          value={kind}
          onChange={(event) => setKind(event.target.value as ScheduledChange['kind'])}
        >
          <option value="price">The price changes</option>
          <option value="launch">It goes on sale</option>
          <option value="archive">It is archived</option>
        </SelectField>
        {kind === 'price' && (
          <Field
            label="New price in ₹"
            name="schedule-price"
            required
            inputMode="decimal"
            value={price}
            error={fault?.field === 'price' ? fault.message : undefined}
            onChange={(event) => setPrice(event.target.value)}
          />
        )}
        <Field
          label="When, in Indian time (IST)"
          name="schedule-at"
          type="datetime-local"
          required
          value={at}
          error={fault?.field === 'at' ? fault.message : undefined}
          onChange={(event) => setAt(event.target.value)}
        />
        <Tool type="submit" kind="primary" busy={schedule.isPending} className="self-end">
          Schedule
        </Tool>
      </form>
    </Dialog>
  )
}
