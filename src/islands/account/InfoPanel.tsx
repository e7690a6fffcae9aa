import { useState } from 'react'
import type { Address, User } from '#src/contract/account.ts'
import { findPrimaryAddress, formatAddress, makeDefault } from '#src/rules/account/addresses.ts'
import { formatDay, toIndianDay } from '#src/rules/dates.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { saveDelivery } from '#src/stores/profile.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'

const { account } = accountMessages

/** The tab of the profile's values. */
export function InfoPanel({ user }: { user: User }) {
  const primary = user.primary_address ?? findPrimaryAddress(user.addresses)
  const rows = [
    ['Full name', user.displayName],
    ['Email', user.email],
    ['Phone', user.phone || account.notProvided],
    ['Primary address', (primary && formatAddress(primary)) || account.notAdded],
    ['Country', primary?.country || user.country || account.notAdded],
    [
      'Member since',
      user.created_at._seconds > 0
        ? formatDay(toIndianDay(user.created_at._seconds * 1_000))
        : account.notProvided,
    ],
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
            <dd className="text-base leading-snug wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <OtherAddresses user={user} primary={primary} />
    </div>
  )
}

const isSameAddress = (a: Address, b: Address | null): boolean =>
  b !== null && a.isDefault === b.isDefault && formatAddress(a) === formatAddress(b)

function OtherAddresses({ user, primary }: { user: User; primary: Address | null }) {
  const [busy, setBusy] = useState(false)
  const { addresses } = user
  const others = addresses.filter((address) => !isSameAddress(address, primary))

  async function save(next: Address[]) {
    setBusy(true)
    await saveDelivery(user, { addresses: next })
    setBusy(false)
  }

  if (others.length === 0) return null
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-title">Other addresses</h2>
      <ul className="flex flex-col">
        {others.map((address) => {
          const text = formatAddress(address)
          const action = { variant: 'quiet', size: 'narrow', disabled: busy } as const
          return (
            <li
              key={text}
              className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line py-4"
            >
              <p className="min-w-0 flex-[1_1_20rem] wrap-anywhere">{text}</p>
              <div className="mx-[max(-0.75rem,-12px)] flex flex-wrap">
                <ButtonLink href={paths.editProfile} variant="quiet" size="narrow">
                  Edit<span className="sr-only">: {text}</span>
                </ButtonLink>
                <Button
                  {...action}
                  onClick={() => void save(makeDefault(addresses, addresses.indexOf(address)))}
                >
                  Make Default<span className="sr-only">: {text}</span>
                </Button>
                <Button
                  {...action}
                  onClick={() => void save(addresses.filter((other) => other !== address))}
                >
                  Remove<span className="sr-only">: {text}</span>
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
