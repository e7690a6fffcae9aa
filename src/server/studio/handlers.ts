import type { Deps } from '../core/deps.ts'
import { clientAddress, clientSubnet } from '../core/http/client-address.ts'
import type { Handlers } from '../core/http/mount.ts'
import { consume } from '../core/http/rate-limit.ts'
import { MAIL_TOKEN_ATTEMPTS } from '../shop/auth/rate-limits.ts'
import { listAudit } from './audit/list-audit.ts'
import * as customers from './customers/customers.ts'
import { countWaiting, createDashboard } from './dashboard/dashboard.ts'
import { listMessages } from './messages/list-messages.ts'
import { changeMessage, previewReply, replyToMessage } from './messages/replies.ts'
import { PAGE_SIZE, toPageCount } from './pages.ts'
import * as invitations from './staff/invitations.ts'
import * as staff from './staff/staff.ts'

/** Handlers of invitations, which their receivers open without an account. */
export const invitationHandlers = (deps: Deps) =>
  ({
    'POST /auth/invitation': async ({ c, body }) => {
      await consume(deps, MAIL_TOKEN_ATTEMPTS, clientSubnet(clientAddress(c, deps.env)))
      return invitations.findInvitation(deps, body.token)
    },
    'POST /auth/accept-invitation': async ({ c, body }) => {
      await consume(deps, MAIL_TOKEN_ATTEMPTS, clientSubnet(clientAddress(c, deps.env)))
      const { token, name = '', password = '' } = body
      await invitations.acceptInvitation(deps, { token, name, password })
      return { success: true, message: 'Welcome to the team. Please log in.' }
    },
  }) satisfies Partial<Handlers>

/** Handlers of the staff, the audit log, customers, messages and the dashboard. */
export function adminHandlers(deps: Deps) {
  const { db } = deps
  const getDashboard = createDashboard(deps)
  return {
    'GET /admin/staff': ({ caller }) => staff.listStaff(deps, caller),
    'PUT /admin/staff/:id': async ({ caller, param, body }) => {
      await staff.changeRole(deps, caller, param, body.role)
      return { success: true, message: 'The role is changed.' }
    },
    'DELETE /admin/staff/:id/sessions': async ({ caller, param }) => {
      await staff.endSessions(deps, caller, param)
      return { success: true, message: 'The sessions are ended.' }
    },
    'DELETE /admin/staff/:id/second-factor': async ({ caller, param }) => {
      await staff.resetSecondFactor(deps, caller, param)
      return { success: true, message: 'The second factor is removed.' }
    },
    'POST /admin/invitations': async ({ caller, body }) => {
      await invitations.invite(deps, caller, body)
      return { success: true, message: `An invitation is on its way to ${body.email}.` }
    },
    'DELETE /admin/invitations/:id': async ({ caller, param }) => {
      await invitations.withdrawInvitation(deps, caller, param)
      return { success: true, message: 'The invitation is withdrawn.' }
    },
    'GET /admin/audit': ({ query, c }) => listAudit(db, query, c.req.raw.signal),
    'POST /editor/customers/search': async ({ caller, body }) => {
      const { total, ...page } = await customers.listCustomers(deps, caller, body, PAGE_SIZE)
      return { ...page, total, pageCount: toPageCount(total) }
    },
    'GET /editor/customers/:id': ({ caller, param }) => customers.openCustomer(deps, caller, param),
    'GET /admin/customers/:id/export': async ({ caller, param, c }) => {
      c.header('Content-Disposition', 'attachment; filename="kairavi-account.json"')
      return customers.exportCustomer(deps, caller, param)
    },
    'DELETE /admin/customers/:id': async ({ caller, param, body }) => {
      await customers.deleteCustomer(deps, caller, param, body)
      return { success: true, message: 'The account is deleted.' }
    },
    'GET /editor/messages': ({ caller, query }) => listMessages(deps, caller, query),
    'PUT /editor/messages/:id': async ({ caller, param, body }) => {
      await changeMessage(deps, { id: param, ...body, editorId: caller.userId })
      return { success: true, message: 'Saved.' }
    },
    'POST /editor/messages/:id/preview': ({ caller, param, body }) =>
      previewReply(deps, { id: param, text: body.text, editorId: caller.userId }),
    'POST /editor/messages/:id/replies': async ({ caller, param, body, db: transaction }) => {
      const reply = { id: param, text: body.text, editorId: caller.userId }
      await replyToMessage(deps, transaction, reply)
      return { success: true, message: 'The reply is on its way.' }
    },
    'GET /editor/waiting': () => countWaiting(deps),
    'GET /editor/dashboard': () => getDashboard(),
  } satisfies Partial<Handlers>
}
