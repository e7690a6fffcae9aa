import { z } from 'zod'
import {
  acceptInvitationRequest,
  auditQuery,
  auditResponse,
  changeRoleRequest,
  dashboardResponse,
  invitationRequest,
  invitationResponse,
  inviteRequest,
  messageChangeRequest,
  messageReplyRequest,
  messagesQuery,
  messagesResponse,
  recoveryCodesResponse,
  secondFactorChangeRequest,
  secondFactorCodeRequest,
  secondFactorPasswordRequest,
  secondFactorResponse,
  secondFactorSetupResponse,
  staffResponse,
} from './admin.ts'
import {
  customerResponse,
  customersRequest,
  customersResponse,
  deleteCustomerRequest,
} from './customers.ts'
import { type Endpoint, successResponse } from './endpoint.ts'
import { searchesResponse, speedQuery, speedResponse } from './figures.ts'
import { decideReviewRequest, editorReviewsQuery, editorReviewsResponse } from './reviews.ts'

/** What admins call, and what every member of the staff needs for an own account. */
export const adminEndpoints = {
  'GET /admin/staff': {
    summary: 'Lists editors, admins and open invitations.',
    access: 'admin',
    response: staffResponse,
  },
  'PUT /admin/staff/:id': {
    summary: 'Changes the role of an editor or admin, and ends the sessions of that person.',
    access: 'admin',
    body: changeRoleRequest,
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /admin/staff/:id/sessions': {
    summary: 'Ends all sessions of an editor or admin.',
    access: 'admin',
    response: successResponse,
    errorStatuses: [404],
  },
  'DELETE /admin/staff/:id/second-factor': {
    summary: 'Removes the second factor of a person who has lost it, and ends the sessions.',
    access: 'admin',
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /admin/invitations': {
    summary: 'Invites an editor or admin by mail; the link works once, for three days.',
    access: 'admin',
    status: 201,
    body: inviteRequest,
    response: successResponse,
    errorStatuses: [409],
  },
  'DELETE /admin/invitations/:id': {
    summary: 'Withdraws an invitation.',
    access: 'admin',
    response: successResponse,
    errorStatuses: [404],
  },
  'GET /admin/audit': {
    summary: 'Lists what members of the staff did.',
    access: 'admin',
    query: auditQuery,
    response: auditResponse,
  },
  'POST /auth/invitation': {
    summary: 'Returns what the link of an invitation is for.',
    access: 'public',
    body: invitationRequest,
    response: invitationResponse,
    errorStatuses: [404, 409, 410],
  },
  'POST /auth/accept-invitation': {
    summary:
      'Accepts an invitation: creates the account, or gives the role to the one that exists.',
    access: 'public',
    body: acceptInvitationRequest,
    response: successResponse,
    errorStatuses: [404, 409, 410],
  },
  'POST /editor/customers/search': {
    summary:
      'Lists accounts. The search is in the body: it names people, and addresses of calls are logged.',
    access: 'editor',
    body: customersRequest,
    response: customersResponse,
  },
  'GET /editor/customers/:id': {
    summary: 'Returns what an account holds, and writes in the audit log who looked.',
    access: 'editor',
    response: customerResponse,
    errorStatuses: [404],
  },
  'GET /admin/customers/:id/export': {
    summary: 'Exports all stored data of a customer, as the customer can.',
    access: 'admin',
    response: z.record(z.string(), z.unknown()),
    errorStatuses: [404],
  },
  'DELETE /admin/customers/:id': {
    summary: 'Deletes the account of a customer and its data, as the customer can.',
    access: 'admin',
    body: deleteCustomerRequest,
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/messages': {
    summary: 'Lists messages of the contact and partner forms.',
    access: 'editor',
    query: messagesQuery,
    response: messagesResponse,
  },
  'PUT /editor/messages/:id': {
    summary: 'Sets the state of a message, or the note of the team.',
    access: 'editor',
    body: messageChangeRequest,
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /editor/messages/:id/replies': {
    summary: 'Mails a reply to the sender of a message, which is done then.',
    access: 'editor',
    idempotent: true,
    body: messageReplyRequest,
    response: successResponse,
    errorStatuses: [404],
  },
  'GET /editor/reviews': {
    summary: 'Lists the reviews of a state, those that wait longest first, else the newest first.',
    access: 'editor',
    query: editorReviewsQuery,
    response: editorReviewsResponse,
  },
  'PUT /editor/reviews/:id': {
    summary: 'Approves a review, or rejects it with a reason for its author.',
    access: 'editor',
    body: decideReviewRequest,
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/dashboard': {
    summary: 'Returns what needs attention, and the page views of 30 days.',
    access: 'editor',
    response: dashboardResponse,
  },
  'GET /editor/speed': {
    summary: 'Returns the Core Web Vitals of visits by kind of page, and by build.',
    access: 'editor',
    query: speedQuery,
    response: speedResponse,
  },
  'GET /editor/searches': {
    summary: 'Returns what was searched for most in 30 days, and what found nothing.',
    access: 'editor',
    response: searchesResponse,
  },
  'GET /users/second-factor': {
    summary: 'Returns whether the account has a second factor, and needs one.',
    access: 'staff',
    response: secondFactorResponse,
  },
  'POST /users/second-factor': {
    summary: 'Creates the secret of an authenticator app, which a first code confirms.',
    access: 'staff',
    body: secondFactorPasswordRequest,
    response: secondFactorSetupResponse,
    errorStatuses: [409],
  },
  'PUT /users/second-factor': {
    summary: 'Turns the second factor on with a first code, and ends all other sessions.',
    access: 'staff',
    body: secondFactorCodeRequest,
    response: recoveryCodesResponse,
    errorStatuses: [404, 409],
  },
  'POST /users/second-factor/recovery-codes': {
    summary: 'Replaces the recovery codes.',
    access: 'staff',
    body: secondFactorChangeRequest,
    response: recoveryCodesResponse,
    errorStatuses: [404],
  },
  'DELETE /users/second-factor': {
    summary: 'Turns the second factor off.',
    access: 'staff',
    body: secondFactorChangeRequest,
    response: successResponse,
    errorStatuses: [404],
  },
} as const satisfies Record<string, Endpoint>
