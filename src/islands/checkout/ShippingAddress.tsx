import type { User } from '#src/contract/account.ts'
import { formatAddressLines } from '#src/rules/addresses.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { paths } from '#src/rules/paths.ts'

/** The recipient and the primary address of the profile. */
export function ShippingAddress({ user }: { user: User | null }) {
  return (
    <section aria-labelledby="shipping" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-4 border-b border-line pb-3">
        <h2 id="shipping" className="text-title">
          Shipping Address
        </h2>
        {user && (
          <a href={paths.editProfile} className="inline-flex min-h-11 items-center link">
            Change<span className="sr-only"> the shipping address</span>
          </a>
        )}
      </div>
      {user ? (
        <Recipient user={user} />
      ) : (
        <p className="text-muted">{pageMessages.checkout.noUser}</p>
      )}
    </section>
  )
}

function Recipient({ user }: { user: User }) {
  const lines = formatAddressLines(user)
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="block font-medium">{user.displayName}</span>
        <span className="block text-muted">{user.email}</span>
        {user.phone && <span className="block text-muted figures">{user.phone}</span>}
      </p>
      {lines.length > 0 ? (
        <address className="not-italic">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      ) : (
        <p className="text-muted">{pageMessages.checkout.noAddress}</p>
      )}
    </div>
  )
}
