import type { EndpointName, ResponseBody } from '#src/contract/endpoints.ts'
import { attempt } from './attempt.ts'
import type { CallArgs, Outcome } from './outcome.ts'
import { createTimeBudget, RETRY_DELAY_MS } from './time-budget.ts'

let unauthorised = (): void => undefined

/** Says what happens when a call finds that nobody is signed in any more. */
export function onUnauthorized(then: () => void): void {
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
  ...[options = {}]: CallArgs<E>
): Promise<Outcome<ResponseBody<E>>> {
  const retries = options.retries ?? (options.idempotencyKey === undefined ? 0 : 1)
  const patience = createTimeBudget(retries)
  let outcome = await attempt(endpoint, options, patience.nextTimeoutMs())
  for (let tried = 0; tried < retries && isRetryable(outcome); tried++) {
    await new Promise((resume) => setTimeout(resume, RETRY_DELAY_MS))
    outcome = await attempt(endpoint, options, patience.nextTimeoutMs())
  }
  if (outcome.kind === 'rejected' && outcome.status === 401 && !ABOUT_A_PASSWORD.includes(endpoint))
    unauthorised()
  return outcome
}

const isRetryable = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'failed' || (outcome.kind === 'rejected' && outcome.status >= 500)
