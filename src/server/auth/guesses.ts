import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { clientAddress, household } from '../http/client-address.ts'
import { type Budget, refund, spend } from '../http/limits.ts'
import {
  GUESSES_AT_ACCOUNT,
  GUESSES_FROM_HOUSEHOLD,
  GUESSES_FROM_KNOWN,
  LOGINS,
} from './budgets.ts'
import { isKnownDevice } from './known-device.ts'

interface Guess {
  /** For a right password, or one that was never looked at: it was no guess. */
  giveBack(): Promise<void>
}

/**
 * Takes one guess at the account from every budget it counts in, before anything is evaluated.
 * Counted by address, whether or not there is such an account.
 * @throws Refused 429 when one of them is used up.
 */
export async function takeGuess(deps: Deps, c: Context, email: string): Promise<Guess> {
  if (!deps.env.LIMITS) return { giveBack: async () => {} }
  const from = household(clientAddress(c, deps.env))
  const taken: [Budget, string][] = [
    [LOGINS, from],
    ...((await isKnownDevice(deps, c, email))
      ? ([[GUESSES_FROM_KNOWN, email]] satisfies [Budget, string][])
      : ([
          [GUESSES_FROM_HOUSEHOLD, `${email} ${from}`],
          [GUESSES_AT_ACCOUNT, email],
        ] satisfies [Budget, string][])),
  ]
  const spent: typeof taken = []
  const giveBack = async () => {
    for (const [budget, who] of spent) await refund(deps, budget, who)
  }
  try {
    for (const one of taken) {
      await spend(deps, ...one)
      spent.push(one)
    }
  } catch (error) {
    await giveBack()
    throw error
  }
  return { giveBack }
}
