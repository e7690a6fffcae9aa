import type { Context } from 'hono'
import type { Role } from '#src/contract/values.ts'
import type { Deps } from '../deps.ts'
import { clientAddress, clientSubnet } from './client-address.ts'
import { consumeInMemory, type RateLimit } from './rate-limit.ts'

/** Writes of one shopper: two a second, all calls together. */
const PER_SHOPPER: readonly RateLimit[] = [
  { name: 'writes-minute', limit: 120, windowMinutes: 1, inMemory: true },
  { name: 'writes-hour', limit: 2_000, windowMinutes: 60, inMemory: true },
]
/** Writes of one member of the staff, e.g. pictures and drafts. */
const PER_STAFF_MEMBER: readonly RateLimit[] = [
  { name: 'staff-writes-minute', limit: 600, windowMinutes: 1, inMemory: true },
  { name: 'staff-writes-hour', limit: 10_000, windowMinutes: 60, inMemory: true },
]
/** Writes of all shoppers and visitors of one subnet: it may be a mobile network. */
const PER_SUBNET: readonly RateLimit[] = [
  { name: 'subnet-writes-minute', limit: 1_200, windowMinutes: 1, inMemory: true },
  { name: 'subnet-writes-hour', limit: 20_000, windowMinutes: 60, inMemory: true },
]

/**
 * Counts a write per user, and per subnet, because anyone can make more accounts.
 * @throws HttpError 429 with `Retry-After` if a limit is exhausted.
 */
export function consumeWrite(
  deps: Deps,
  c: Context,
  caller: { userId: string; role: Role } | null,
): void {
  if (!deps.env.LIMITS) return
  const consumeAll = (limits: readonly RateLimit[], key: string) => {
    for (const limit of limits) consumeInMemory(deps, limit, key)
  }
  if (caller && caller.role !== 'customer') {
    consumeAll(PER_STAFF_MEMBER, caller.userId)
    return
  }
  if (caller) consumeAll(PER_SHOPPER, caller.userId)
  consumeAll(PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
}
