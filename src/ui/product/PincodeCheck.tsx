import { shopMessages } from '#src/rules/messages/shop.ts'
import { Button } from '../Button.tsx'
import { controlClass } from '../Field.tsx'
import { Icon } from '../Icon.tsx'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pincode-check': HTMLAttributes<HTMLElement> & { class?: string }
    }
  }
}

/** Six digits and spaces between them. */
const MAX_LENGTH = 12

interface Props {
  /** A piece is engraved, stamped or embroidered, which takes longer. */
  personalised?: boolean
}

/**
 * The fixed estimate (docs/decisions/product.md#pincode). src/islands/product/pincode-check.ts shows
 * the days of a pincode.
 */
export const PincodeCheck = ({ personalised = false }: Props) => (
  <pincode-check class="contents" data-personalised={personalised ? '' : undefined}>
    <form noValidate className="flex flex-col gap-3">
      <div className="pincode scripting-only">
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
          />
        </div>
        <Button type="submit" variant="secondary" className="scripting-only">
          Check
        </Button>
      </div>
      <p role="status" className="group flex items-center gap-2.5 text-body-sm">
        <Icon name="clock" className="size-5 text-accent group-data-known:hidden" />
        <Icon name="check" className="hidden size-5 text-accent group-data-known:block" />
        <span>{shopMessages.pincode.estimate}</span>
      </p>
    </form>
  </pincode-check>
)
