import { useState } from 'react'
import type { EditorProduct } from '#src/contract/editor.ts'
import type { ScheduledChange } from '#src/contract/editor-publish.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { formatRupees } from '#src/rules/money.ts'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { call } from '../api.ts'
import { parseAmount } from '../form/form-values.ts'
import { fromLocalInput } from '../time.ts'
import { toast } from '../toasts.tsx'
import { Badge, Link, Page, Tool } from '../ui/controls.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loaded, useCall } from '../ui/Loaded.tsx'

type Scheduled = ResponseBody<'GET /editor/schedule'>['scheduled'][number]

const stateBadges = {
  waiting: ['note', 'Waiting'],
  applied: ['good', 'Done'],
  failed: ['bad', 'Failed'],
} as const

const formatChange = ({ change }: Scheduled): string => {
  if (change.kind === 'price') return `Price ${formatRupees(change.price)}`
  return change.kind === 'launch' ? 'Put on sale' : 'Archive'
}

/** Prices and launches that come at a time; each is made on the product's own page. */
export function SchedulePage() {
  const listed = useCall('GET /editor/schedule')
  const cancel = async ({ id, title }: Scheduled) => {
    const result = await call('DELETE /editor/schedule/:id', { id })
    if (!result.ok) return toast.error(result.message)
    toast.success(`The change of ${title} is cancelled.`)
    await listed.load()
  }
  return (
    <Page title="Schedule">
      <Loaded from={listed}>
        {({ scheduled }) =>
          scheduled.length === 0 ? (
            <p className="text-muted">
              Nothing is scheduled. Open one of the{' '}
              <Link to="/" className="inline-flex min-h-11 items-center text-ink link">
                products
              </Link>{' '}
              and choose Schedule.
            </p>
          ) : (
            <ul className="flex flex-col border-t border-line">
              {scheduled.map((one) => (
                <li
                  key={one.id}
                  className="flex flex-wrap items-center gap-x-6 border-b border-line py-2 text-sm"
                >
                  <Link
                    to={`/products/${one.productId}`}
                    className="flex min-h-11 items-center font-medium underline-offset-4 hover:underline max-md:w-full md:min-w-48 md:flex-1"
                  >
                    {one.title}
                  </Link>
                  <span className="figures">{formatChange(one)}</span>
                  <span className="text-muted figures">{one.atIst}</span>
                  <span className="text-muted">{one.by}</span>
                  <Badge kind={stateBadges[one.state][0]}>{stateBadges[one.state][1]}</Badge>
                  {one.message && <span className="basis-full text-danger">{one.message}</span>}
                  {one.state === 'waiting' && (
                    <Tool
                      className="max-md:ms-auto"
                      aria-label={`Cancel the change of ${one.title}`}
                      onClick={() => void cancel(one)}
                    >
                      Cancel
                    </Tool>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

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
  const [busy, setBusy] = useState(false)

  const showFault = (field: 'price' | 'at', message: string) => {
    setFault({ field, message })
    document.getElementById(`schedule-${field}`)?.focus()
  }
  const schedule = async () => {
    const instant = fromLocalInput(at)
    const amount = parseAmount(price)
    if (kind === 'price' && !(amount > 0)) return showFault('price', 'Enter a price in rupees.')
    if (!instant) return showFault('at', 'Choose a day and a time.')
    const change: ScheduledChange = kind === 'price' ? { kind, price: amount } : { kind }
    setBusy(true)
    const result = await call('POST /editor/products/:id/schedule', {
      id: product.id,
      body: { at: instant, change },
    })
    setBusy(false)
    if (!result.ok) return showFault('at', result.message)
    toast.success(`Scheduled for ${result.body.scheduled.atIst}.`)
    onClose()
  }

  return (
    <Dialog title={`Schedule a change of ${product.entry.title}`} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void schedule()
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
        <Tool type="submit" kind="primary" busy={busy} className="self-end">
          Schedule
        </Tool>
      </form>
    </Dialog>
  )
}
