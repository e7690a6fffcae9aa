import {
  createProductRequest,
  editorProductResponse,
  editorProductsQuery,
  editorProductsResponse,
  productHistoryResponse,
  publishStateResponse,
  updateProductRequest,
} from './editor.ts'
import type { Endpoint } from './endpoint.ts'

/** What editors and admins call: `/studio` and scripts of the shop's own. */
export const editorEndpoints = {
  'GET /editor/products': {
    summary: 'Lists products with search, filters and pages, also archived ones.',
    access: 'editor',
    query: editorProductsQuery,
    response: editorProductsResponse,
    errorStatuses: [401],
  },
  'POST /editor/products': {
    summary: 'Creates a product and asks for a publish.',
    access: 'editor',
    status: 201,
    body: createProductRequest,
    response: editorProductResponse,
    errorStatuses: [401, 409],
  },
  'GET /editor/products/:id': {
    summary: 'Returns a product as editors write it.',
    access: 'editor',
    response: editorProductResponse,
    errorStatuses: [401, 404],
  },
  'PUT /editor/products/:id': {
    summary:
      'Saves a product and asks for a publish. The 409 of a revision that is not the latest has both versions.',
    access: 'editor',
    body: updateProductRequest,
    response: editorProductResponse,
    errorStatuses: [401, 404, 409],
  },
  'POST /editor/products/:id/archive': {
    summary: 'Takes a product off sale; its page answers 410.',
    access: 'editor',
    response: editorProductResponse,
    errorStatuses: [401, 404],
  },
  'POST /editor/products/:id/restore': {
    summary: 'Puts an archived product on sale again.',
    access: 'editor',
    response: editorProductResponse,
    errorStatuses: [401, 404],
  },
  'POST /editor/products/:id/duplicate': {
    summary: 'Creates an archived copy of a product with a slug of its own.',
    access: 'editor',
    status: 201,
    response: editorProductResponse,
    errorStatuses: [401, 404],
  },
  'GET /editor/products/:id/history': {
    summary: 'Lists the versions of a product with their editors.',
    access: 'editor',
    response: productHistoryResponse,
    errorStatuses: [401, 404],
  },
  'GET /editor/publish': {
    summary: 'Returns whether every change is live, and why not.',
    access: 'editor',
    response: publishStateResponse,
    errorStatuses: [401],
  },
} as const satisfies Record<string, Endpoint>
