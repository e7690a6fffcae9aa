import {
  archiveContentRequest,
  contentHistoryResponse,
  contentListResponse,
  contentPreviewRequest,
  contentPreviewResponse,
  contentResponse,
  createContentRequest,
  findTextQuery,
  findTextResponse,
  saveContentRequest,
  searchReplayResponse,
} from './content-api.ts'
import { presenceResponse } from './editor.ts'
import { type Endpoint, successResponse } from './endpoint.ts'

/** A page of text is longer than other bodies. */
const MAX_CONTENT_BYTES = 512 * 1024

/** Endpoints of the studio for texts and pictures of pages (src/contract/content.ts). */
export const contentEndpoints = {
  'GET /editor/content': {
    summary: 'Lists the records of content, also unchanged ones.',
    access: 'catalogue',
    response: contentListResponse,
  },
  'GET /editor/texts': {
    summary: 'Finds the records and products that have a text.',
    access: 'catalogue',
    query: findTextQuery,
    response: findTextResponse,
  },
  'POST /editor/content': {
    summary: 'Creates a record of a kind with many records, and publishes it.',
    access: 'catalogue',
    status: 201,
    maxBodyBytes: MAX_CONTENT_BYTES,
    body: createContentRequest,
    response: contentResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/content/:id': {
    summary: 'Returns a record of content.',
    access: 'catalogue',
    response: contentResponse,
    errorStatuses: [404],
  },
  'PUT /editor/content/:id': {
    summary: 'Saves a record of content over the version it is based on, and publishes it.',
    access: 'catalogue',
    maxBodyBytes: MAX_CONTENT_BYTES,
    body: saveContentRequest,
    response: contentResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /editor/content/:id': {
    summary: 'Deletes an archived record permanently, if nothing refers to it.',
    access: 'catalogue',
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'PUT /editor/content/:id/archived': {
    summary: 'Archives a record, or restores it.',
    access: 'catalogue',
    body: archiveContentRequest,
    response: contentResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/content/:id/history': {
    summary: 'Lists the versions of a record with their editors.',
    access: 'catalogue',
    response: contentHistoryResponse,
    errorStatuses: [404],
  },
  'PUT /editor/content/:id/presence': {
    summary:
      'Marks the record as open for 45 seconds, and returns the other editors who have it open.',
    access: 'catalogue',
    isBackground: true,
    response: presenceResponse,
    errorStatuses: [404],
  },
  'DELETE /editor/content/:id/presence': {
    summary: 'Marks the record as closed.',
    access: 'catalogue',
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /editor/content/:id/preview': {
    summary: 'Renders the page of a record that is not saved.',
    access: 'catalogue',
    maxBodyBytes: MAX_CONTENT_BYTES,
    body: contentPreviewRequest,
    response: contentPreviewResponse,
    errorStatuses: [404],
  },
  'POST /editor/content/:id/replay': {
    summary: 'Compares the queries of 30 days with and without an unsaved search record.',
    access: 'catalogue',
    maxBodyBytes: MAX_CONTENT_BYTES,
    body: contentPreviewRequest,
    response: searchReplayResponse,
    errorStatuses: [404],
  },
} as const satisfies Record<string, Endpoint>
