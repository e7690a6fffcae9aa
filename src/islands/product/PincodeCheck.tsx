import { useStore } from '@nanostores/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { parsePincode } from '#src/rules/account/pincode.ts'
import { deliveryMessages } from '#src/rules/messages/delivery.ts'
import { $delivery, formatDelivery, setPincode } from '#src/stores/delivery.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldErrorMessage, fieldAriaProps, Input } from '#src/ui/Field.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { checkIcon, clockIcon } from '#src/ui/icons.ts'

const { fixed, invalid, unknown, estimate } = deliveryMessages.pincode

/** Six digits and spaces between them. */
const MAX_LENGTH = 12

interface Props {
  /** A piece is engraved, stamped or embroidered, which takes longer. */
  personalised: boolean
}

/** The days on one line below the price, with a link to the check. */
export function DeliveryDate({ personalised }: Props) {
  const delivery = useStore($delivery, { ssr: 'initial' })
  return (
    <p className="delivery-date">
      <span>{formatDelivery(delivery, personalised) ?? fixed}</span>
      <a href="#pincode" className="scripting-only link">
        {delivery ? 'Change pincode' : 'Enter pincode'}
      </a>
    </p>
  )
}

/** The fixed estimate, or the days of a known pincode (docs/decisions/product.md#pincode). */
export function PincodeCheck({ personalised }: Props) {
  const delivery = useStore($delivery, { ssr: 'initial' })
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  async function check(event: SubmitEvent) {
    event.preventDefault()
    const pincode = parsePincode(input.current?.value ?? '')
    const isKnown = pincode !== null && (await setPincode(pincode))
    setError(isKnown ? undefined : pincode ? unknown : invalid)
    if (!isKnown) input.current?.focus()
  }

  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void check(event)}>
      <div className="pincode scripting-only">
        <div className="flex min-w-0 flex-col gap-2">
          <label htmlFor="pincode" className="text-body-sm leading-snug font-medium">
            Delivery pincode
          </label>
          <Input
            ref={input}
            id="pincode"
            name="pincode"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={MAX_LENGTH}
            required
            // The known pincode, until another one is typed.
            defaultValue={delivery?.pincode ?? ''}
            {...fieldAriaProps('pincode', { error, hint: undefined })}
          />
          <FieldErrorMessage id="pincode" error={error} />
        </div>
        <Button type="submit" variant="secondary" className="scripting-only">
          Check
        </Button>
      </div>
      <p role="status" className="flex items-center gap-2.5 text-body-sm">
        <Icon path={delivery ? checkIcon : clockIcon} className="size-5 text-accent" />
        <span>{formatDelivery(delivery, personalised) ?? estimate}</span>
      </p>
    </form>
  )
}
