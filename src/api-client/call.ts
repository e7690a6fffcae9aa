import type { EndpointName, ReplyOf } from '#src/contract/endpoints.ts'
import { attempt } from './attempt.ts'
import type { Options, Outcome } from './outcome.ts'
import { patienceFor, RETRY_AFTER_MS } from './patience.ts'

let unauthorised = (): void => undefined

/** Says what happens when a call finds that nobody is signed in any more. */
export function whenUnauthorised(then: () => void): void {
  unauthorised = then
}

/** Calls whose 401 is about what was typed, not about the session. */
const ABOUT_A_PASSWORD: readonly EndpointName[] = [
  'POST /auth/login',
  'POST /auth/google',
  'PUT /auth/password',
  'DELETE /users/account',
]

/** Makes one call. Never throws; ends within `CALL_TIMEOUT_MS`, with all its retries. */
export async function call<E extends EndpointName>(
  endpoint: E,
  ...[options = {}]: Options<E>
): Promise<Outcome<ReplyOf<E>>> {
  const retries = options.retries ?? (options.key === undefined ? 0 : 1)
  const patience = patienceFor(retries)
  let outcome = await attempt(endpoint, options, patience.next())
  for (let tried = 0; tried < retries && worthAnother(outcome); tried++) {
    await new Promise((resume) => setTimeout(resume, RETRY_AFTER_MS))
    outcome = await attempt(endpoint, options, patience.next())
  }
  if (outcome.kind === 'refused' && outcome.status === 401 && !ABOUT_A_PASSWORD.includes(endpoint))
    unauthorised()
  return outcome
}

const worthAnother = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'broke' || (outcome.kind === 'refused' && outcome.status >= 500)
