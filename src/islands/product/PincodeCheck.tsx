import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { parsePincode } from '#src/rules/pincode.ts'
import { $delivery, setPincode } from '#src/stores/delivery.ts'
import { Button } from '#src/ui/Button.tsx'
import { controlClass } from '#src/ui/control-class.ts'
import { Icon } from '#src/ui/Icon.tsx'

const { invalid, unknown, estimate, range } = shopMessages.pincode

/** Six digits and spaces between them. A literal, so that no limits are loaded with the page. */
const MAX_LENGTH = 12

interface Props {
  /** The piece is engraved, stamped or embroidered, which takes longer. */
  personalised: boolean
}

/** The fixed estimate; once a pincode is given, its days (docs/decisions/product.md#pincode). */
export function PincodeCheck({ personalised }: Props) {
  const delivery = useStore($delivery, { ssr: () => null })
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  // The session's pincode, unless another is being typed.
  useEffect(() => {
    if (delivery && input.current?.value === '') input.current.value = delivery.pincode
  }, [delivery])

  async function check(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const pincode = parsePincode(input.current?.value ?? '')
    const isKnown = pincode !== null && (await setPincode(pincode))
    setError(isKnown ? undefined : pincode ? unknown : invalid)
    if (!isKnown) input.current?.focus()
  }

  const days = personalised ? delivery?.personalisedRange : delivery?.range
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void check(event)}>
      <div className="pincode">
        <div className="flex min-w-0 flex-col gap-2">
          <label htmlFor="pincode" className="text-body-sm leading-snug font-medium">
            Delivery pincode
          </label>
          <input
            ref={input}
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
        <Icon name={delivery ? 'check' : 'clock'} className="size-5 text-accent" />
        {delivery && days ? (
          <span className="delivery-range">{range(days, delivery.pincode)}</span>
        ) : (
          <span>
            {estimate}
            {delivery && ` to ${delivery.pincode}`}
          </span>
        )}
      </p>
    </form>
  )
}
