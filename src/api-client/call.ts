import type { EndpointName, ResponseBody } from '#src/contract/endpoints.ts'
import { attempt } from './attempt.ts'
import type { CallArgs, Outcome, Unsuccessful } from './outcome.ts'
import { createTimeBudget, RETRY_DELAY_MS } from './time-budget.ts'

let handleUnauthorized = (): void => undefined

/** Sets what runs when a call finds that the session has ended. */
export function onUnauthorized(handler: () => void): void {
  handleUnauthorized = handler
}

/** Calls whose 401 is about a password, not about the session. */
const PASSWORD_CALLS: readonly EndpointName[] = [
  'POST /auth/login',
  'POST /auth/google',
  'PUT /auth/password',
  'DELETE /users/account',
]

/** Makes one call. Never throws; ends within `CALL_TIMEOUT_MS`, retries included. */
export async function call<E extends EndpointName>(
  endpoint: E,
  ...[options = {}]: CallArgs<E>
): Promise<Outcome<ResponseBody<E>>> {
  const retries = options.retries ?? (options.idempotencyKey === undefined ? 0 : 1)
  const timeBudget = createTimeBudget(retries)
  let outcome = await attempt(endpoint, options, timeBudget.nextTimeoutMs())
  for (let retried = 0; retried < retries && isRetryable(outcome); retried++) {
    options.onRetry?.(outcome)
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    outcome = await attempt(endpoint, options, timeBudget.nextTimeoutMs())
  }
  if (outcome.kind === 'rejected' && outcome.status === 401 && !PASSWORD_CALLS.includes(endpoint))
    handleUnauthorized()
  return outcome
}

const isRetryable = (outcome: Outcome<unknown>): outcome is Unsuccessful =>
  outcome.kind === 'failed' || (outcome.kind === 'rejected' && outcome.status >= 500)
