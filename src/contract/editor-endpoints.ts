import { z } from 'zod'
import {
  batchesResponse,
  bulkChangeRequest,
  bulkChangeResponse,
  catalogListResponse,
  changeStockRequest,
  createProductRequest,
  editorProductResponse,
  importQuery,
  importResponse,
  patchProductRequest,
  presenceResponse,
  previewRequest,
  previewResponse,
  productHistoryResponse,
  undoBatchResponse,
  updateProductRequest,
  uploadedPictureResponse,
} from './editor.ts'
import {
  changedRecordsResponse,
  publishFailuresResponse,
  publishStateResponse,
  releasesResponse,
  resumePublishQuery,
} from './editor-publish.ts'
import { type Endpoint, successResponse } from './endpoint.ts'
import { toEntryName } from './entry.ts'
import {
  cropPictureRequest,
  libraryPictureResponse,
  libraryQuery,
  libraryResponse,
  replacePictureRequest,
  replacePictureResponse,
} from './picture-library.ts'
import { MAX_CSV_BYTES, MAX_PICTURE_BYTES, XLSX_TYPE } from './values.ts'

/** A description may have 12 sections of 4,000 characters of any script. */
const MAX_ENTRY_BYTES = 512 * 1024

/** Endpoints for editors and admins: from `/studio` and from the shop's own scripts. */
export const editorEndpoints = {
  'GET /editor/catalog': {
    summary: 'Lists all products briefly, including archived ones. The client filters them.',
    access: 'stock',
    response: catalogListResponse,
  },
  'POST /editor/preview': {
    summary: 'Renders the page of an entry that is not saved.',
    access: 'catalogue',
    maxBodyBytes: MAX_ENTRY_BYTES,
    body: previewRequest,
    response: previewResponse,
  },
  'POST /editor/products': {
    summary: 'Creates a product and asks for a publish.',
    access: 'catalogue',
    status: 201,
    maxBodyBytes: MAX_ENTRY_BYTES,
    body: createProductRequest,
    toName: toEntryName,
    response: editorProductResponse,
    errorStatuses: [409],
  },
  'GET /editor/products/:id': {
    summary: 'Returns a product as editors write it.',
    access: 'stock',
    response: editorProductResponse,
    errorStatuses: [404],
  },
  'PUT /editor/products/:id': {
    summary:
      'Saves a product and asks for a publish. The 409 of a revision that is not the latest has both versions.',
    access: 'catalogue',
    maxBodyBytes: MAX_ENTRY_BYTES,
    body: updateProductRequest,
    toName: toEntryName,
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'PATCH /editor/products/:id': {
    summary: 'Changes some fields of a product, for the list.',
    access: 'catalogue',
    body: patchProductRequest,
    toName: toEntryName,
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/products/:id/stock': {
    summary: 'Adds pieces to the stock of a product or takes them off, with a reason.',
    access: 'stock',
    body: changeStockRequest,
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /editor/products/:id': {
    summary: 'Deletes an archived product permanently, if nothing refers to it.',
    access: 'catalogue',
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/products/bulk': {
    summary: 'Changes several products in one transaction. Several calls can form one batch.',
    access: 'catalogue',
    body: bulkChangeRequest,
    response: bulkChangeResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/batches': {
    summary: 'Lists the last 30 changes of several products or texts, which can be undone.',
    access: 'catalogue',
    response: batchesResponse,
  },
  'POST /editor/batches/:id/undo': {
    summary: 'Undoes a change of several products, or an import.',
    access: 'catalogue',
    response: undoBatchResponse,
    errorStatuses: [404, 409],
  },
  'PUT /editor/products/:id/presence': {
    summary:
      'Marks the product as open for 45 seconds, and returns the other editors who have it open.',
    access: 'catalogue',
    isBackground: true,
    response: presenceResponse,
    errorStatuses: [404],
  },
  'DELETE /editor/products/:id/presence': {
    summary: 'Marks the product as closed.',
    access: 'catalogue',
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /editor/products/:id/archive': {
    summary: 'Takes a product off sale; its page answers 410.',
    access: 'catalogue',
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/products/:id/restore': {
    summary: 'Puts an archived product on sale again.',
    access: 'catalogue',
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/products/:id/duplicate': {
    summary: 'Creates an archived copy of a product with a slug of its own.',
    access: 'catalogue',
    status: 201,
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/products/:id/history': {
    summary: 'Lists the versions of a product with their editors.',
    access: 'catalogue',
    response: productHistoryResponse,
    errorStatuses: [404],
  },
  'GET /editor/pictures': {
    summary: 'Lists pictures with where they are shown, 60 from `offset` on.',
    access: 'catalogue',
    query: libraryQuery,
    response: libraryResponse,
  },
  'GET /editor/pictures/:id': {
    summary: 'Returns a picture by its file, with the size of the file.',
    access: 'catalogue',
    response: libraryPictureResponse,
    errorStatuses: [404],
  },
  'DELETE /editor/pictures/:id': {
    summary: 'Deletes a picture permanently, if no product, record, version or draft has it.',
    access: 'catalogue',
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/pictures/:id/replace': {
    summary: 'Replaces a picture wherever it is used, in one change that can be undone.',
    access: 'catalogue',
    maxBodyBytes: MAX_ENTRY_BYTES,
    body: replacePictureRequest,
    response: replacePictureResponse,
    errorStatuses: [409],
  },
  'POST /editor/pictures/:id/crop': {
    summary: 'Stores a part of a picture as a new one.',
    access: 'catalogue',
    status: 201,
    body: cropPictureRequest,
    response: uploadedPictureResponse,
    errorStatuses: [404],
  },
  'POST /editor/pictures': {
    summary: 'Stores a JPEG, PNG, WebP or AVIF picture, re-encoded, for the entry of a product.',
    access: 'catalogue',
    status: 201,
    upload: { type: 'image/*', maxBytes: MAX_PICTURE_BYTES },
    response: uploadedPictureResponse,
  },
  'GET /editor/export': {
    summary: 'Exports every product as CSV, which an import reads back unchanged.',
    access: 'catalogue',
    responseType: 'text/csv',
    response: z.string(),
  },
  'GET /editor/export/xlsx': {
    summary: 'Exports the same as a spreadsheet.',
    access: 'catalogue',
    responseType: XLSX_TYPE,
    response: z.string(),
  },
  'POST /editor/import': {
    summary:
      'Checks a CSV file, or imports it in one transaction with one publish, or into a launch.',
    access: 'catalogue',
    query: importQuery,
    upload: { type: 'text/csv', maxBytes: MAX_CSV_BYTES },
    response: importResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/releases': {
    summary: 'Lists the releases with what each published.',
    access: 'catalogue',
    response: releasesResponse,
  },
  'GET /editor/publish/failures': {
    summary: 'Lists the publishes that failed; to admins with their errors.',
    access: 'catalogue',
    response: publishFailuresResponse,
  },
  'GET /editor/releases/:id/changed-records': {
    summary: 'Counts the records that were saved after a release, and names the first ones.',
    access: 'catalogue',
    response: changedRecordsResponse,
    errorStatuses: [404],
  },
  'POST /editor/releases/:id/put-back': {
    summary: 'Restores the records that were saved after a release, as one change.',
    access: 'catalogue',
    response: undoBatchResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/releases/:id/roll-back': {
    summary: 'Makes a kept release the live one; changes wait until publishing is resumed.',
    access: 'catalogue',
    status: 202,
    response: publishStateResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/publish/resume': {
    summary: 'Publishes the catalogue as it is now, also after a rollback or a failure.',
    access: 'catalogue',
    status: 202,
    query: resumePublishQuery,
    response: publishStateResponse,
  },
  'GET /editor/publish/events': {
    summary: 'Streams the publish state: an event at once, then one for each change.',
    access: 'studio',
    isBackground: true,
    responseType: 'text/event-stream',
    response: publishStateResponse,
  },
  'GET /editor/publish': {
    summary: 'Returns whether all changes are live, or why not.',
    access: 'studio',
    isBackground: true,
    response: publishStateResponse,
  },
} as const satisfies Record<string, Endpoint>
