import { useEffect, useEffectEvent, useState } from 'react'
import { PAYMENT_METHODS, type PaymentMethod } from '#src/contract/values.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import { formatRupees } from '#src/rules/money.ts'
import {
  findLimitError,
  findMethodOff,
  listMethods,
  METHOD_RULES,
  type PaymentLimits,
} from '#src/rules/orders/payment-methods.ts'
import { Field, Tick } from '#src/ui/Field.tsx'

/** Lists the methods that a total in rupees allows. */
export const listPayable = (
  methods: readonly PaymentMethod[],
  total: number,
  limits: PaymentLimits,
): PaymentMethod[] => methods.filter((method) => !findLimitError(method, total, limits))

interface MethodChoice {
  /** The choice of the shopper, otherwise the first possible method; undefined if there is none. */
  method: PaymentMethod | undefined
  /** Previous choice of the shopper, if the total no longer allows it. */
  replaced: PaymentMethod | undefined
  choose: (method: PaymentMethod) => void
}

/**
 * Returns the choice among possible methods. A choice that becomes impossible is given up, also for a later total.
 * @param kept choice of the shopper before a reload.
 * @param keep called with each choice; an empty text if it is given up.
 */
export function useMethod(
  payable: readonly PaymentMethod[],
  kept: string | undefined,
  keep: (method: string) => void,
): MethodChoice {
  const [chosen, setChosen] = useState(() => PAYMENT_METHODS.find((method) => method === kept))
  const [former, setFormer] = useState<PaymentMethod>()
  if (chosen && !payable.includes(chosen)) {
    setFormer(chosen)
    setChosen(undefined)
  }
  const onGivenUp = useEffectEvent(() => keep(''))
  useEffect(() => {
    if (former) onGivenUp()
  }, [former])
  return {
    method: chosen ?? payable[0],
    replaced: chosen ? undefined : former,
    choose(method) {
      setChosen(method)
      keep(method)
    },
  }
}

interface Props {
  limits: PaymentLimits
  /** Rupees. */
  total: number
  /** Undefined if none can be chosen. */
  selected: PaymentMethod | undefined
  /** The choice that the total no longer allows. */
  replaced: PaymentMethod | undefined
  pan: string
  panError: string | undefined
  onSelect: (method: PaymentMethod) => void
  onPanChange: (pan: string) => void
  onPanBlur: () => void
}

/** The choice of payment; the first method is the default (spec §9). */
export function PaymentMethods(props: Props) {
  const { limits, total, selected, replaced, pan, panError, ...on } = props
  const { panFrom } = limits
  const { onSelect, onPanChange, onPanBlur } = on
  return (
    <div className="flex flex-col gap-6">
      <fieldset className="m-0 min-w-0">
        <legend className="mb-4 w-full border-b border-line pb-3 font-display text-title font-medium">
          Payment Method
        </legend>
        <div className="flex flex-col gap-3">
          {listMethods(import.meta.env.PUBLIC_ORDERS).map((method) => {
            const error =
              (import.meta.env.PUBLIC_ORDERS &&
                findMethodOff(method, import.meta.env.PUBLIC_ORDERS, selected !== undefined)) ||
              findLimitError(method, total, limits)
            return (
              <label key={method} className="checkout-choice">
                <Tick
                  type="radio"
                  name="payment"
                  value={method}
                  checked={selected === method}
                  disabled={error !== undefined}
                  onChange={() => onSelect(method)}
                />
                <span className="min-w-0">
                  <span className="block font-medium">{METHOD_RULES[method].name}</span>
                  <span className="block text-sm text-muted">
                    {error ?? METHOD_RULES[method].text}
                  </span>
                </span>
              </label>
            )
          })}
        </div>
        <p role="status" className="pt-3 text-body-sm font-medium empty:hidden">
          {replaced &&
            selected &&
            checkoutMessages.checkout.methodReplaced(
              METHOD_RULES[replaced].name,
              METHOD_RULES[selected].name,
            )}
        </p>
      </fieldset>
      {selected && total >= panFrom && (
        <Field
          name="pan"
          label="PAN"
          hint={`The law asks for it from ${formatRupees(panFrom)}. Ten characters such as ABCPE1234F; ${import.meta.env.PUBLIC_ORDERS ? 'we keep it encrypted with the order' : 'we do not store it'}.`}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          required
          value={pan}
          error={panError}
          onChange={({ target }) => onPanChange(target.value.toUpperCase())}
          onBlur={onPanBlur}
        />
      )}
    </div>
  )
}
