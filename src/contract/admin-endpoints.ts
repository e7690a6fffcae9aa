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
  replyPreviewResponse,
  secondFactorChangeRequest,
  secondFactorCodeRequest,
  secondFactorPasswordRequest,
  secondFactorResponse,
  secondFactorSetupResponse,
  staffResponse,
  waitingResponse,
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

/** Endpoints for admins, and for editors about customers, messages, reviews and figures. */
export const adminEndpoints = {
  'GET /admin/staff': {
    summary: 'Lists editors, admins and open invitations.',
    access: 'team',
    response: staffResponse,
  },
  'PUT /admin/staff/:id': {
    summary: 'Changes the role of an editor or admin, and ends the sessions of that person.',
    access: 'team',
    body: changeRoleRequest,
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /admin/staff/:id/sessions': {
    summary: 'Ends all sessions of an editor or admin.',
    access: 'team',
    response: successResponse,
    errorStatuses: [404],
  },
  'DELETE /admin/staff/:id/second-factor': {
    summary: 'Removes the second factor of a person who has lost it, and ends the sessions.',
    access: 'team',
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /admin/invitations': {
    summary: 'Invites an editor or admin by mail; the link works once, for three days.',
    access: 'team',
    status: 201,
    body: inviteRequest,
    response: successResponse,
    errorStatuses: [409],
  },
  'DELETE /admin/invitations/:id': {
    summary: 'Withdraws an invitation.',
    access: 'team',
    response: successResponse,
    errorStatuses: [404],
  },
  'GET /admin/audit': {
    summary: 'Lists what members of the staff did.',
    access: 'team',
    query: auditQuery,
    response: auditResponse,
  },
  'POST /editor/customers/search': {
    summary:
      'Lists accounts. The search is in the body: it names people, and addresses of calls are logged.',
    access: 'customers',
    body: customersRequest,
    response: customersResponse,
  },
  'GET /editor/customers/:id': {
    summary: 'Returns the data of an account, and adds an audit entry about the access.',
    access: 'customers',
    response: customerResponse,
    errorStatuses: [404],
  },
  'GET /admin/customers/:id/export': {
    summary: 'Exports all stored data of a customer, as the customer can.',
    access: 'customers',
    response: z.record(z.string(), z.unknown()),
    errorStatuses: [404],
  },
  'DELETE /admin/customers/:id': {
    summary: 'Deletes the account of a customer and its data, as the customer can.',
    access: 'customers',
    body: deleteCustomerRequest,
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/messages': {
    summary: 'Lists messages of the contact and partner forms.',
    access: 'messages',
    query: messagesQuery,
    response: messagesResponse,
  },
  'PUT /editor/messages/:id': {
    summary: 'Sets the state of a message, the note of the team, or who is in charge.',
    access: 'messages',
    body: messageChangeRequest,
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /editor/messages/:id/preview': {
    summary: 'Returns the mail of a reply as it would be sent now.',
    access: 'messages',
    body: messageReplyRequest,
    response: replyPreviewResponse,
    errorStatuses: [404],
  },
  'POST /editor/messages/:id/replies': {
    summary: 'Mails a reply to the sender of a message, which is done then.',
    access: 'messages',
    idempotent: true,
    body: messageReplyRequest,
    response: successResponse,
    errorStatuses: [404],
  },
  'GET /editor/reviews': {
    summary: 'Lists the reviews of a state: pending ones oldest first, others newest first.',
    access: 'messages',
    query: editorReviewsQuery,
    response: editorReviewsResponse,
  },
  'PUT /editor/reviews/:id': {
    summary: 'Approves a review, or rejects it with a reason for its author.',
    access: 'messages',
    body: decideReviewRequest,
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/waiting': {
    summary: 'Counts what waits for the team: new messages, reviews to read, orders to dispatch.',
    access: 'studio',
    isBackground: true,
    response: waitingResponse,
  },
  'GET /editor/dashboard': {
    summary: 'Returns what needs attention, and the page views of 30 days.',
    access: 'catalogue',
    response: dashboardResponse,
  },
  'GET /editor/speed': {
    summary: 'Returns the Core Web Vitals of visits by kind of page, and by build.',
    access: 'catalogue',
    query: speedQuery,
    response: speedResponse,
  },
  'GET /editor/searches': {
    summary: 'Returns what was searched for most in 30 days, and what found nothing.',
    access: 'catalogue',
    response: searchesResponse,
  },
} as const satisfies Record<string, Endpoint>

/** Endpoints with which staff set up their own accounts. */
export const staffAccountEndpoints = {
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
