import { useState } from 'react'
import { PAYMENT_METHODS, type PaymentMethod } from '#src/contract/values.ts'

const labels: Record<PaymentMethod, { name: string; text: string }> = {
  razorpay: { name: 'Pay via Razorpay', text: 'Cards, UPI, net banking and wallets.' },
  cod: { name: 'Cash on Delivery', text: 'Pay the courier when the parcel is in your hands.' },
}

/** The choice of payment; the first method is the default (spec §9). */
export function PaymentMethods() {
  const [selected, setSelected] = useState<PaymentMethod>(PAYMENT_METHODS[0])
  return (
    <fieldset className="m-0 flex min-w-0 flex-col">
      <legend className="mb-4 w-full border-b border-line pb-3 font-display text-title font-medium">
        Payment Method
      </legend>
      <div className="flex flex-col gap-3">
        {PAYMENT_METHODS.map((method) => (
          <label
            key={method}
            className="flex cursor-pointer items-center gap-4 rounded-control border border-edge px-5 py-4 transition-colors hover:border-ink has-checked:border-accent has-checked:bg-surface"
          >
            <input
              type="radio"
              name="payment"
              value={method}
              checked={selected === method}
              onChange={() => setSelected(method)}
              className="size-5 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-medium">{labels[method].name}</span>
              <span className="block text-sm text-muted">{labels[method].text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
