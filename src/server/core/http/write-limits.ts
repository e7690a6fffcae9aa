import type { Context } from 'hono'
import type { Role } from '#src/contract/values.ts'
import type { Deps } from '../deps.ts'
import { clientAddress, clientSubnet } from './client-address.ts'
import { consumeInMemory, type RateLimit } from './rate-limit.ts'

/** Writes of one shopper in a minute: two a second, all calls together. */
const SHOPPER_MINUTE: RateLimit = {
  name: 'writes-minute',
  limit: 120,
  windowMinutes: 1,
  inMemory: true,
}
/** Writes of one shopper in an hour. */
const SHOPPER_HOUR: RateLimit = {
  name: 'writes-hour',
  limit: 2_000,
  windowMinutes: 60,
  inMemory: true,
}
/** Writes of one member of the staff in a minute, e.g. pictures and drafts. */
const STAFF_MINUTE: RateLimit = {
  name: 'staff-writes-minute',
  limit: 600,
  windowMinutes: 1,
  inMemory: true,
}
/** Writes of one member of the staff in an hour. */
const STAFF_HOUR: RateLimit = {
  name: 'staff-writes-hour',
  limit: 10_000,
  windowMinutes: 60,
  inMemory: true,
}
/** Writes of all shoppers and visitors of one subnet in a minute: it may be a mobile network. */
const SUBNET_MINUTE: RateLimit = {
  name: 'subnet-writes-minute',
  limit: 1_200,
  windowMinutes: 1,
  inMemory: true,
}
/** Writes of all shoppers and visitors of one subnet in an hour. */
const SUBNET_HOUR: RateLimit = {
  name: 'subnet-writes-hour',
  limit: 20_000,
  windowMinutes: 60,
  inMemory: true,
}

/**
 * Counts a call that writes: per user, and per subnet, since anybody can make more accounts.
 * @throws HttpError 429 with `Retry-After` when a limit is exhausted.
 */
export function consumeWrite(
  deps: Deps,
  c: Context,
  caller: { userId: string; role: Role } | null,
): void {
  if (!deps.env.LIMITS) return
  if (caller && caller.role !== 'customer') {
    consumeInMemory(deps, STAFF_MINUTE, caller.userId)
    consumeInMemory(deps, STAFF_HOUR, caller.userId)
    return
  }
  if (caller) {
    consumeInMemory(deps, SHOPPER_MINUTE, caller.userId)
    consumeInMemory(deps, SHOPPER_HOUR, caller.userId)
  }
  const subnet = clientSubnet(clientAddress(c, deps.env))
  consumeInMemory(deps, SUBNET_MINUTE, subnet)
  consumeInMemory(deps, SUBNET_HOUR, subnet)
}
