import { type SubmitEvent, useState } from 'react'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { parsePincode } from '#src/rules/pincode.ts'
import { Button } from '#src/ui/Button.tsx'
import { controlClass } from '#src/ui/control-class.ts'
import { Icon } from '#src/ui/Icon.tsx'

const { invalid, estimate } = shopMessages.pincode

/** Six digits and spaces between them. A literal, so that no limits are loaded with the page. */
const MAX_LENGTH = 12

/** The estimate always shows; Check confirms it for a pincode (docs/decisions/product.md#pincode). */
export function PincodeCheck() {
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [error, setError] = useState<string>()

  function check(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get('pincode') ?? '')
    const pincode = parsePincode(value)
    setConfirmed(pincode)
    setError(pincode ? undefined : invalid)
    if (!pincode) event.currentTarget.querySelector('input')?.focus()
  }

  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={check}>
      <div className="pincode">
        <div className="flex min-w-0 flex-col gap-2">
          <label htmlFor="pincode" className="text-body-sm leading-snug font-medium">
            Delivery pincode
          </label>
          <input
            id="pincode"
            name="pincode"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={MAX_LENGTH}
            placeholder="302002"
            required
            className={controlClass}
            aria-invalid={error !== undefined}
            aria-describedby={error && 'pincode-error'}
          />
          {error && (
            <p id="pincode-error" className="text-sm leading-snug font-medium text-danger">
              {error}
            </p>
          )}
        </div>
        <Button type="submit" variant="secondary" className="scripting-only">
          Check
        </Button>
      </div>
      <p role="status" className="flex items-center gap-2.5 text-body-sm">
        <Icon name={confirmed ? 'check' : 'clock'} className="size-5 text-accent" />
        <span>
          {estimate}
          {confirmed && ` to ${confirmed}`}
        </span>
      </p>
    </form>
  )
}
