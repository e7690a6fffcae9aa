import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { EditorOrderRow } from '#src/contract/editor-orders.ts'
import { ORDER_LIMITS } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { CheckboxField, Field, FieldErrorMessage, fieldAriaProps, Input } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { useCall } from '../app/api.ts'
import { useDraft } from '../record/use-draft.ts'
import { Badge, Page } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { CARRIER_LIST, CarrierOptions, keepLastCarrier, readLastCarrier } from './carriers.tsx'
import { OrderBadges } from './OrderBadges.tsx'
import { toPath, useOrderNumbers } from './order-numbers.ts'
import { isSheet, parseParcelSheet } from './parcel-sheet.ts'
import { useManySteps } from './use-many-steps.ts'

/** Selected orders with a tracking number for each: they are dispatched by one press. */
export function DispatchPage() {
  const numbers = useOrderNumbers()
  const listed = useCall('POST /editor/orders/search', { body: { numbers } })
  return (
    <Page
      title={`Dispatch ${count(numbers.length, 'order')}`}
      actions={
        <Link to={toPath('slips', numbers)} className={buttonClass('secondary')}>
          Packing slips
        </Link>
      }
    >
      <p>
        <TextLink to="/orders?view=to_dispatch">Orders to dispatch</TextLink>
      </p>
      {numbers.length === 0 ? (
        <p className="text-muted">Please select orders in their list first.</p>
      ) : (
        <Loaded from={listed}>
          {({ orders, isDispatchFinal }) => (
            <DispatchTable orders={orders} isDispatchFinal={isDispatchFinal} />
          )}
        </Loaded>
      )}
    </Page>
  )
}

const canDispatch = ({ state }: EditorOrderRow): boolean =>
  ORDER_RULES[state].next.dispatch !== undefined

/** The fields of the table from the carrier on, in their order. */
const listInputs = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>('[data-row]') ?? []),
]

function toSubmitLabel(parcels: number): string {
  if (parcels === 0) return 'The parcels have left'
  return parcels === 1 ? '1 parcel has left' : `${parcels} parcels have left`
}

interface TableProps {
  orders: EditorOrderRow[]
  isDispatchFinal: boolean
}

function DispatchTable({ orders, isDispatchFinal }: TableProps) {
  const { typed, change } = useDraft('parcels')
  const [takesAll, setTakesAll] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const steps = useManySteps(isDispatchFinal)
  const carrier = typed['carrier'] ?? readLastCarrier()
  const waiting = orders.filter(canDispatch)
  const toNumber = (number: string): string => typed[number]?.trim() ?? ''
  const parcels = waiting
    .map(({ number }) => ({ number, trackingNumber: toNumber(number) }))
    .filter(({ trackingNumber }) => takesAll || trackingNumber !== '')
  const findError = (number: string): string | undefined => {
    const own = toNumber(number)
    if (own.length > ORDER_LIMITS.trackingNumber)
      return `At most ${ORDER_LIMITS.trackingNumber} letters.`
    const twin = waiting.find((order) => order.number !== number && toNumber(order.number) === own)
    return own !== '' && twin ? `${twin.number} has this number, too.` : undefined
  }
  const isWrong = parcels.some(({ number }) => findError(number))
  const { errorOf, check } = useFields({
    'parcels-carrier': findMissing(carrier, 'Please enter the carrier.'),
  })

  useEffect(() => {
    // After the router has moved the focus to the page.
    const frame = requestAnimationFrame(() => {
      const inputs = listInputs(form.current)
      inputs.find(({ value }) => value === '')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  /** Enter leads to the next field, as in a sheet, and from the last one to the button. */
  function goOn(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const inputs = listInputs(form.current)
    const next = inputs[inputs.indexOf(event.currentTarget) + 1] ?? submit.current
    next?.focus()
    if (next instanceof HTMLInputElement) next.select()
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, number: string): void {
    const text = event.clipboardData.getData('text/plain')
    if (!isSheet(text)) return
    event.preventDefault()
    const pasted = parseParcelSheet(
      text,
      waiting.map((order) => order.number),
      number,
    )
    change(pasted.trackingNumbers)
    setProblems(pasted.problems)
  }

  function dispatch(): void {
    if (!check() || isWrong || parcels.length === 0) return
    steps.take({ step: 'dispatch', carrier: carrier.trim(), orders: parcels }, ({ taken }) => {
      keepLastCarrier(carrier.trim())
      setProblems([])
      const sent = ['carrier', ...taken].map((name) => [name, undefined])
      change(Object.fromEntries(sent))
    })
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        dispatch()
      }}
    >
      {waiting.length > 0 && (
        <div className="max-w-sm">
          <Field
            label="Carrier of all parcels"
            name="parcels-carrier"
            list={CARRIER_LIST}
            data-row=""
            required
            maxLength={ORDER_LIMITS.carrier}
            autoComplete="off"
            value={carrier}
            error={errorOf('parcels-carrier')}
            onChange={({ target }) => change({ carrier: target.value })}
            onKeyDown={goOn}
          />
          <CarrierOptions />
        </div>
      )}
      {problems.map((problem) => (
        <Notice key={problem} kind="error">
          {problem}
        </Notice>
      ))}
      <table className="w-full border-collapse border-t border-line text-sm">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-2 text-start font-normal">
              Order
            </th>
            <th scope="col" className="py-2 text-start font-normal">
              Tracking number
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <ParcelRow
              key={order.number}
              order={order}
              text={typed[order.number] ?? ''}
              error={findError(order.number) ?? steps.refused.get(order.number)}
              isBusy={steps.isPending}
              onType={(text) => change({ [order.number]: text })}
              onKeyDown={goOn}
              onPaste={(event) => paste(event, order.number)}
            />
          ))}
        </tbody>
      </table>
      {steps.problem && <Notice kind="error">{steps.problem}</Notice>}
      {waiting.length === 0 ? (
        <p role="status" className="text-sm">
          {orders.length === 0
            ? 'There are no such orders.'
            : 'None of these orders is left to dispatch.'}
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button
            type="submit"
            ref={submit}
            disabled={parcels.length === 0 || isWrong}
            busy={steps.isPending}
          >
            {toSubmitLabel(parcels.length)}
          </Button>
          <CheckboxField
            label="Also those without a number, e.g. brought by hand"
            name="parcels-without"
            checked={takesAll}
            onChange={({ target }) => setTakesAll(target.checked)}
          />
          <p className="w-full text-sm text-muted">
            {isDispatchFinal
              ? 'Each order gets its tax invoice, and the customers are told by mail. This cannot be undone.'
              : 'The customers are told by mail after one minute. Until then, it can be undone.'}{' '}
            A column of a sheet can be pasted, or two: order and tracking number.
          </p>
        </div>
      )}
    </form>
  )
}

interface RowProps {
  order: EditorOrderRow
  text: string
  error: string | undefined
  isBusy: boolean
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
}

function ParcelRow({ order, text, error, isBusy, onType, onKeyDown, onPaste }: RowProps) {
  const { number, name, city, title, lineCount } = order
  const id = `parcel-${number}`
  return (
    <tr className="border-b border-line max-sm:flex max-sm:flex-col max-sm:pb-3">
      <th scope="row" className="py-2 pe-6 text-start font-normal">
        <span className="flex flex-wrap items-center gap-x-4">
          <TextLink to={`/orders/${number}`} className="font-medium figures">
            {number}
          </TextLink>
          <span className="min-w-0 wrap-anywhere">
            {name}
            {city && `, ${city}`}
          </span>
          <span className="min-w-0 truncate text-muted">
            {lineCount > 1 ? `${title} and more` : title}
          </span>
          {order.isMissingHsn && <Badge kind="bad">No HSN code</Badge>}
        </span>
      </th>
      <td className="py-2 align-middle sm:w-80">
        {canDispatch(order) ? (
          <span className="flex flex-col gap-1">
            <span aria-hidden="true" className="text-muted sm:hidden">
              Tracking number
            </span>
            <Input
              id={id}
              data-row=""
              aria-label={`Tracking number of ${number}`}
              {...fieldAriaProps(id, { error })}
              autoComplete="off"
              autoCapitalize="characters"
              readOnly={isBusy}
              value={text}
              onChange={({ target }) => onType(target.value)}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              className="w-full"
            />
            <FieldErrorMessage id={id} error={error} />
          </span>
        ) : (
          <span className="flex flex-wrap gap-1.5">
            <OrderBadges order={order} />
            {error && <span className="w-full text-danger">{error}</span>}
          </span>
        )}
      </td>
    </tr>
  )
}
