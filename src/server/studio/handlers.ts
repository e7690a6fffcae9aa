import type { ContactTopic } from '#src/contract/form-limits.ts'
import { toIso, toIsoOrNull } from '#src/rules/dates.ts'
import { readMentions } from '../core/audit/audit-mentions.ts'
import { countAuditEntries, listAuditEntries } from '../core/audit/audit-queries.ts'
import type { Deps } from '../core/deps.ts'
import { clientAddress, clientSubnet } from '../core/http/client-address.ts'
import type { Handlers } from '../core/http/mount.ts'
import { consume } from '../core/http/rate-limit.ts'
import { MAIL_TOKEN_ATTEMPTS } from '../shop/auth/rate-limits.ts'
import * as messages from '../shop/contact/queries.ts'
import * as customers from './customers/customers.ts'
import { countWaiting, createDashboard } from './dashboard/dashboard.ts'
import { changeMessage, replyToMessage } from './messages/replies.ts'
import * as invitations from './staff/invitations.ts'
import * as staff from './staff/staff.ts'

const PAGE_SIZE = 50

const toPageCount = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE))

/** Handlers of the staff, the audit log, customers, messages and the dashboard. */
export function adminHandlers(deps: Deps) {
  const { db, env } = deps
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
    'GET /admin/audit': async ({ query }) => {
      const entries = await listAuditEntries(db, query.page, PAGE_SIZE)
      const subjects = await readMentions(
        db,
        entries.map(({ subject }) => subject),
      )
      return {
        entries: entries.map(({ at, display_name, subject, ...entry }, index) => ({
          ...entry,
          subject: subjects[index] ?? subject,
          at: toIso(at),
          by: display_name ?? '',
        })),
        pageCount: toPageCount(await countAuditEntries(db)),
      }
    },
    'POST /auth/invitation': async ({ c, body }) => {
      await consume(deps, MAIL_TOKEN_ATTEMPTS, clientSubnet(clientAddress(c, env)))
      return invitations.findInvitation(deps, body.token)
    },
    'POST /auth/accept-invitation': async ({ c, body }) => {
      await consume(deps, MAIL_TOKEN_ATTEMPTS, clientSubnet(clientAddress(c, env)))
      const { token, name = '', password = '' } = body
      await invitations.acceptInvitation(deps, { token, name, password })
      return { success: true, message: 'Welcome to the team. Please log in.' }
    },
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
    'GET /editor/messages': async ({ query }) => {
      const filter = { ...query, now: deps.now() }
      const total = await messages.countContactMessages(db, filter)
      const rows = await messages.listMessagePage(db, filter, PAGE_SIZE)
      const replies = Map.groupBy(
        await messages.listReplies(
          db,
          rows.map(({ id }) => id),
        ),
        ({ message_id }) => message_id,
      )
      return {
        messages: rows.map((row) => ({
          id: row.id,
          number: row.number,
          topic: row.topic as ContactTopic,
          name: `${row.first_name} ${row.last_name}`,
          email: row.email,
          company: row.company,
          subject: row.subject,
          orderNumber: row.order_number,
          message: row.message,
          at: toIso(row.created_at),
          state: row.state,
          acknowledgedAt: toIsoOrNull(row.acknowledged_at),
          settledAt: toIsoOrNull(row.settled_at),
          note: row.note,
          replies: (replies.get(row.id) ?? []).map(({ text, author, sent_at }) => ({
            text,
            author,
            at: toIso(sent_at),
          })),
        })),
        total,
        pageCount: toPageCount(total),
      }
    },
    'PUT /editor/messages/:id': async ({ caller, param, body }) => {
      await changeMessage(deps, { id: param, ...body, editorId: caller.userId })
      return { success: true, message: 'Saved.' }
    },
    'POST /editor/messages/:id/replies': async ({ caller, param, body, db: transaction }) => {
      const reply = { id: param, text: body.text, editorId: caller.userId }
      await replyToMessage(deps, transaction, reply)
      return { success: true, message: 'The reply is on its way.' }
    },
    'GET /editor/waiting': () => countWaiting(deps),
    'GET /editor/dashboard': () => getDashboard(),
  } satisfies Partial<Handlers>
}
