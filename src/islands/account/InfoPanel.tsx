import type { Address, User } from '#src/contract/account.ts'
import { findPrimaryAddress, formatAddress } from '#src/rules/addresses.ts'
import { formatDate } from '#src/rules/dates.ts'
import { accountMessages } from '#src/rules/messages/account.ts'

const { account } = accountMessages

/** The tab of the profile's values. */
export function InfoPanel({ user }: { user: User }) {
  const primary = user.primary_address ?? findPrimaryAddress(user.addresses)
  const others = user.addresses.filter((address) => !isSameAddress(address, primary))
  const rows = [
    ['Full name', user.displayName],
    ['Email', user.email],
    ['Phone', user.phone || account.notProvided],
    ['Primary address', (primary && formatAddress(primary)) || account.notAdded],
    ['Country', primary?.country || user.country || account.notAdded],
    ['Member since', formatDate(user.created_at._seconds * 1_000)],
  ] as const
  return (
    <div className="flex flex-col gap-block">
      <dl className="grid gap-x-16 sm:grid-cols-2">
        {rows.map(([term, value]) => (
          <div
            key={term}
            className="flex min-w-0 flex-col gap-1 border-t border-line py-5 first:border-t-0 first:pt-0 sm:nth-[-n+2]:border-t-0 sm:nth-[-n+2]:pt-0"
          >
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="text-lg leading-snug wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && <OtherAddresses addresses={others} />}
    </div>
  )
}

const isSameAddress = (a: Address, b: Address | null): boolean =>
  b !== null && a.isDefault === b.isDefault && formatAddress(a) === formatAddress(b)

const OtherAddresses = ({ addresses }: { addresses: Address[] }) => (
  <section className="flex flex-col gap-5">
    <h2 className="text-title font-semibold">Other addresses</h2>
    <ul className="grid gap-x-16 sm:grid-cols-2">
      {addresses.map((address) => (
        <li key={formatAddress(address)} className="border-t border-line py-5 wrap-anywhere">
          {formatAddress(address)}
        </li>
      ))}
    </ul>
  </section>
)
