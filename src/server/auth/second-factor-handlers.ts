import type { EndpointName } from '#src/contract/endpoints.ts'
import type { Deps } from '../deps.ts'
import { assertEditor } from '../editor/handlers.ts'
import type { Handlers } from '../http/mount.ts'
import * as secondFactor from './second-factor.ts'

type HandledEndpoint = Extract<EndpointName, `${string} /users/second-factor${string}`>

/** Handlers of the second factor of editors and admins. */
export const secondFactorHandlers = (deps: Deps): Pick<Handlers, HandledEndpoint> => ({
  'GET /users/second-factor': async ({ caller }) => {
    assertEditor(caller)
    return secondFactor.getSecondFactor(deps, caller)
  },
  'POST /users/second-factor': async ({ caller, body }) => {
    assertEditor(caller)
    return secondFactor.setUpSecondFactor(deps, caller, body.password)
  },
  'PUT /users/second-factor': async ({ caller, body }) => {
    assertEditor(caller)
    return { recoveryCodes: await secondFactor.confirmSecondFactor(deps, caller, body.code) }
  },
  'POST /users/second-factor/recovery-codes': async ({ caller, body }) => {
    assertEditor(caller)
    return { recoveryCodes: await secondFactor.renewRecoveryCodes(deps, caller, body.password) }
  },
  'DELETE /users/second-factor': async ({ caller, body }) => {
    assertEditor(caller)
    await secondFactor.removeSecondFactor(deps, caller, body.password)
    return { success: true, message: 'The second factor is off.' }
  },
})
