import { useState } from 'react'
import { Link } from 'wouter'
import type { EditorOrderRow } from '#src/contract/editor-orders.ts'
import { MAX_ORDERS_AT_ONCE } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { formatInteger, formatRupees } from '#src/rules/money.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { Button, buttonClass, LinkButton } from '#src/ui/Button.tsx'
import { Tick } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { toast } from '../app/toasts.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { toPath } from './order-numbers.ts'
import { useManySteps } from './use-many-steps.ts'

/** The selected orders by their numbers. They stay while the pages of a list are turned. */
export type Selection = ReadonlyMap<string, EditorOrderRow>
type Select = (added: readonly EditorOrderRow[], removed: readonly string[]) => void

/** @returns the selection, and what adds orders to it and removes some. */
export function useSelection(): [Selection, Select] {
  const [selected, setSelected] = useState<Selection>(new Map())
  return [
    selected,
    (added, removed) => {
      const next = new Map(selected)
      for (const order of added) next.set(order.number, order)
      for (const number of removed) next.delete(number)
      if (next.size > MAX_ORDERS_AT_ONCE)
        toast.error(`Please select at most ${MAX_ORDERS_AT_ONCE} orders.`)
      else setSelected(next)
    },
  ]
}

interface TickBoxProps {
  label: string
  isTicked: boolean
  isMixed?: boolean
  onTick: (isTicked: boolean) => void
}

/** A tick above the link that covers its row. */
export const TickBox = ({ label, isTicked, isMixed = false, onTick }: TickBoxProps) => (
  <label className="relative z-1 grid size-11 shrink-0 cursor-pointer place-items-center">
    <Tick
      aria-label={label}
      checked={isTicked}
      ref={(box) => {
        if (box) box.indeterminate = isMixed
      }}
      onChange={({ target }) => onTick(target.checked)}
    />
  </label>
)

interface Props {
  selected: Selection
  onSelect: Select
}

/** Selects every order of the page. */
export function TickAll({ orders, selected, onSelect }: Props & { orders: EditorOrderRow[] }) {
  const ticked = orders.filter(({ number }) => selected.has(number)).length
  return (
    <span className="flex items-center">
      <TickBox
        label="Select every order of this page"
        isTicked={ticked === orders.length}
        isMixed={ticked > 0 && ticked < orders.length}
        onTick={(isTicked) =>
          onSelect(isTicked ? orders : [], isTicked ? [] : orders.map(({ number }) => number))
        }
      />
      <span aria-hidden="true">All</span>
    </span>
  )
}

/** What can be done with the selected orders. A refused one stays selected, with the reason. */
export function SelectedOrders({ selected, onSelect }: Props) {
  const steps = useManySteps()
  const refused = [...steps.refused].filter(([number]) => selected.has(number))
  const orders = [...selected.values()]
  const numbers = [...selected.keys()]
  if (orders.length === 0) return null
  const listNumbers = (fits: (order: EditorOrderRow) => boolean): string[] =>
    orders.filter(fits).map(({ number }) => number)
  const toDispatch = listNumbers(({ state }) => ORDER_RULES[state].next.dispatch !== undefined)
  const toPack = toDispatch.filter((number) => !selected.get(number)?.isPacked)
  const toDeliver = listNumbers(({ state }) => ORDER_RULES[state].next.deliver !== undefined)
  const toCollect = listNumbers((order) => order.toCollect > 0)
  const cash = orders.reduce((sum, order) => sum + order.toCollect, 0)
  const take = (step: 'deliver' | 'collect' | 'pack', of: string[]) =>
    steps.take({ step, orders: of.map((number) => ({ number })) }, ({ taken }) =>
      onSelect([], taken),
    )
  return (
    <section
      aria-label="Selected orders"
      className="sticky bottom-3 z-(--z-sticky-bar) flex flex-wrap items-center gap-2 border border-edge bg-surface px-4 py-2 max-sm:px-3 max-sm:pb-3"
    >
      <p className="me-auto flex flex-wrap items-center gap-x-3 text-sm max-sm:w-full max-sm:justify-between">
        <span role="status" className="font-medium figures">
          {count(orders.length, 'order')} selected
        </span>
        <LinkButton onClick={() => onSelect([], numbers)}>Clear selection</LinkButton>
      </p>
      {toDispatch.length > 0 && (
        <>
          <Link to={toPath('slips', toDispatch)} className={buttonClass('secondary')}>
            {count(toDispatch.length, 'packing slip')}
          </Link>
          {toPack.length > 0 && (
            <Button variant="secondary" busy={steps.isPending} onClick={() => take('pack', toPack)}>
              Mark {formatInteger(toPack.length)} as packed
            </Button>
          )}
          <Link to={toPath('dispatch', toDispatch)} className={buttonClass()}>
            Dispatch {formatInteger(toDispatch.length)}…
          </Link>
        </>
      )}
      {toDeliver.length > 0 && (
        <Button
          variant="secondary"
          busy={steps.isPending}
          onClick={() => take('deliver', toDeliver)}
        >
          {formatInteger(toDeliver.length)} delivered
        </Button>
      )}
      {toCollect.length > 0 && (
        <Button
          variant="secondary"
          busy={steps.isPending}
          onClick={() => take('collect', toCollect)}
        >
          Cash of {formatInteger(toCollect.length)} collected, {formatRupees(cash)}
        </Button>
      )}
      {toDispatch.length + toDeliver.length + toCollect.length === 0 && (
        <p className="text-sm text-muted">Nothing is to be done with these orders.</p>
      )}
      {(steps.problem || refused.length > 0) && (
        <div className="w-full">
          <Notice kind="error">
            {steps.problem}
            <ul>
              {refused.map(([number, message]) => (
                <li key={number}>
                  <TextLink to={`/orders/${number}`} className="sm:min-h-0">
                    {number}
                  </TextLink>
                  : {message}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </section>
  )
}
