import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import { consume, type RateLimit, refund } from '../http/rate-limit.ts'
import { isKnownDevice } from './known-device.ts'
import {
  LOGIN_ATTEMPTS_FROM_KNOWN_DEVICE,
  LOGIN_ATTEMPTS_PER_ACCOUNT,
  LOGIN_ATTEMPTS_PER_ACCOUNT_AND_SUBNET,
  LOGIN_ATTEMPTS_PER_SUBNET,
} from './rate-limits.ts'

interface LoginAttempt {
  /** For a right password, or one that was never looked at: it was no guess. */
  refundAttempt(): Promise<void>
}

/**
 * Takes one guess at the account from every budget it counts in, before anything is evaluated.
 * Counted by address, whether or not there is such an account.
 * @throws Refused 429 when one of them is used up.
 */
export async function consumeAttempt(deps: Deps, c: Context, email: string): Promise<LoginAttempt> {
  if (!deps.env.LIMITS) return { refundAttempt: async () => {} }
  const from = clientSubnet(clientAddress(c, deps.env))
  const taken: [RateLimit, string][] = [
    [LOGIN_ATTEMPTS_PER_SUBNET, from],
    ...((await isKnownDevice(deps, c, email))
      ? ([[LOGIN_ATTEMPTS_FROM_KNOWN_DEVICE, email]] satisfies [RateLimit, string][])
      : ([
          [LOGIN_ATTEMPTS_PER_ACCOUNT_AND_SUBNET, `${email} ${from}`],
          [LOGIN_ATTEMPTS_PER_ACCOUNT, email],
        ] satisfies [RateLimit, string][])),
  ]
  const spent: typeof taken = []
  const giveBack = async () => {
    for (const [budget, who] of spent) await refund(deps, budget, who)
  }
  try {
    for (const one of taken) {
      await consume(deps, ...one)
      spent.push(one)
    }
  } catch (error) {
    await giveBack()
    throw error
  }
  return { refundAttempt: giveBack }
}
