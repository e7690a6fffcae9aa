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

/** What editors and admins call: `/studio` and scripts of the shop's own. */
export const editorEndpoints = {
  'GET /editor/catalog': {
    summary: 'Lists every product in short, also archived ones, for a list that filters by itself.',
    access: 'editor',
    response: catalogListResponse,
  },
  'POST /editor/preview': {
    summary: 'Renders the page of an entry that is not saved.',
    access: 'editor',
    maxBodyBytes: MAX_ENTRY_BYTES,
    body: previewRequest,
    response: previewResponse,
  },
  'POST /editor/products': {
    summary: 'Creates a product and asks for a publish.',
    access: 'editor',
    status: 201,
    maxBodyBytes: MAX_ENTRY_BYTES,
    body: createProductRequest,
    toName: toEntryName,
    response: editorProductResponse,
    errorStatuses: [409],
  },
  'GET /editor/products/:id': {
    summary: 'Returns a product as editors write it.',
    access: 'editor',
    response: editorProductResponse,
    errorStatuses: [404],
  },
  'PUT /editor/products/:id': {
    summary:
      'Saves a product and asks for a publish. The 409 of a revision that is not the latest has both versions.',
    access: 'editor',
    maxBodyBytes: MAX_ENTRY_BYTES,
    body: updateProductRequest,
    toName: toEntryName,
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'PATCH /editor/products/:id': {
    summary: 'Changes some fields of a product, for the list.',
    access: 'editor',
    body: patchProductRequest,
    toName: toEntryName,
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/products/:id/stock': {
    summary: 'Adds pieces to the stock of a product or takes them off, with a reason.',
    access: 'editor',
    body: changeStockRequest,
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /editor/products/:id': {
    summary: 'Deletes an archived product for good where nothing refers to it.',
    access: 'editor',
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/products/bulk': {
    summary: 'Changes several products in one transaction, also as a step of a change of more.',
    access: 'editor',
    body: bulkChangeRequest,
    response: bulkChangeResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/batches': {
    summary: 'Lists the last 30 changes of several products or texts, which can be undone.',
    access: 'editor',
    response: batchesResponse,
  },
  'POST /editor/batches/:id/undo': {
    summary: 'Undoes a change of several products, or an import.',
    access: 'editor',
    response: undoBatchResponse,
    errorStatuses: [404, 409],
  },
  'PUT /editor/products/:id/presence': {
    summary: 'Says that the product is open here, for 45 seconds; returns who else has it open.',
    access: 'editor',
    isBackground: true,
    response: presenceResponse,
    errorStatuses: [404],
  },
  'DELETE /editor/products/:id/presence': {
    summary: 'Says that the product is closed here.',
    access: 'editor',
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /editor/products/:id/archive': {
    summary: 'Takes a product off sale; its page answers 410.',
    access: 'editor',
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/products/:id/restore': {
    summary: 'Puts an archived product on sale again.',
    access: 'editor',
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/products/:id/duplicate': {
    summary: 'Creates an archived copy of a product with a slug of its own.',
    access: 'editor',
    status: 201,
    response: editorProductResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/products/:id/history': {
    summary: 'Lists the versions of a product with their editors.',
    access: 'editor',
    response: productHistoryResponse,
    errorStatuses: [404],
  },
  'GET /editor/pictures': {
    summary: 'Lists pictures with where they are shown, 60 from `offset` on.',
    access: 'editor',
    query: libraryQuery,
    response: libraryResponse,
  },
  'GET /editor/pictures/:id': {
    summary: 'Returns a picture by its file, with the size of the file.',
    access: 'editor',
    response: libraryPictureResponse,
    errorStatuses: [404],
  },
  'DELETE /editor/pictures/:id': {
    summary: 'Deletes a picture for good that no product, record, version or draft has.',
    access: 'editor',
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/pictures/:id/replace': {
    summary: 'Shows another picture wherever one is shown, in one change that can be undone.',
    access: 'editor',
    maxBodyBytes: MAX_ENTRY_BYTES,
    body: replacePictureRequest,
    response: replacePictureResponse,
    errorStatuses: [409],
  },
  'POST /editor/pictures/:id/crop': {
    summary: 'Stores a part of a picture as a new one.',
    access: 'editor',
    status: 201,
    body: cropPictureRequest,
    response: uploadedPictureResponse,
    errorStatuses: [404],
  },
  'POST /editor/pictures': {
    summary: 'Stores a JPEG, PNG, WebP or AVIF picture, re-encoded, for the entry of a product.',
    access: 'editor',
    status: 201,
    upload: { type: 'image/*', maxBytes: MAX_PICTURE_BYTES },
    response: uploadedPictureResponse,
  },
  'GET /editor/export': {
    summary: 'Exports every product as CSV, which an import reads back unchanged.',
    access: 'editor',
    responseType: 'text/csv',
    response: z.string(),
  },
  'GET /editor/export/xlsx': {
    summary: 'Exports the same as a spreadsheet.',
    access: 'editor',
    responseType: XLSX_TYPE,
    response: z.string(),
  },
  'POST /editor/import': {
    summary:
      'Checks a CSV file, or imports it in one transaction with one publish, or into a launch.',
    access: 'editor',
    query: importQuery,
    upload: { type: 'text/csv', maxBytes: MAX_CSV_BYTES },
    response: importResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/releases': {
    summary: 'Lists the releases with what each published.',
    access: 'editor',
    response: releasesResponse,
  },
  'GET /editor/publish/failures': {
    summary: 'Lists the publishes that failed; to admins with their errors.',
    access: 'editor',
    response: publishFailuresResponse,
  },
  'GET /editor/releases/:id/changed-records': {
    summary: 'Counts the records that were saved after a release, and names the first ones.',
    access: 'editor',
    response: changedRecordsResponse,
    errorStatuses: [404],
  },
  'POST /editor/releases/:id/put-back': {
    summary:
      'Gives the records that were saved after a release their versions of then, as one change.',
    access: 'editor',
    response: undoBatchResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/releases/:id/roll-back': {
    summary: 'Makes a kept release the live one; changes wait until publishing is resumed.',
    access: 'editor',
    status: 202,
    response: publishStateResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/publish/resume': {
    summary: 'Publishes the catalogue as it is now, also after a rollback or a failure.',
    access: 'editor',
    status: 202,
    query: resumePublishQuery,
    response: publishStateResponse,
  },
  'GET /editor/publish/events': {
    summary: 'Streams the publish state: an event at once, then one for each change.',
    access: 'editor',
    isBackground: true,
    responseType: 'text/event-stream',
    response: publishStateResponse,
  },
  'GET /editor/publish': {
    summary: 'Returns whether every change is live, and why not.',
    access: 'editor',
    isBackground: true,
    response: publishStateResponse,
  },
} as const satisfies Record<string, Endpoint>
