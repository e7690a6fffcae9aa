import type { Context } from 'hono'
import { z } from 'zod'
import { apiError } from '#src/contract/endpoint.ts'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { type CachedBody, sendCached, toCachedBody, toJsonBody } from './cached-body.ts'

/** Error statuses of every endpoint, in addition to its own. */
const COMMON_ERROR_STATUSES = [400, 403, 413, 415, 429, 500, 503]

type Schema = Omit<z.core.JSONSchema.BaseSchema, '$schema'>

const toJsonSchema = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

const jsonContent = (schema: object) => ({ 'application/json': { schema } })

function toOperation(name: string, endpoint: Endpoint): object {
  const error = {
    description: 'Error',
    content: jsonContent({ $ref: '#/components/schemas/ApiError' }),
  }
  const pathParameters = [...name.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query: Schema = endpoint.query ? toJsonSchema(endpoint.query, 'input') : {}
  const queryParameters = Object.entries(query.properties ?? {}).map(([key, schema]) => ({
    name: key,
    in: 'query',
    required: false,
    schema,
  }))
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    required: endpoint.needsIdempotencyKey === true,
    schema: { type: 'string' },
  }
  return {
    summary: endpoint.summary,
    operationId: name.replaceAll(/[^\w]+/g, '-').toLowerCase(),
    parameters: [
      ...pathParameters,
      ...queryParameters,
      ...(endpoint.idempotent || endpoint.hasOwnIdempotency ? [idempotencyKey] : []),
    ],
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    ...(endpoint.upload
      ? {
          requestBody: {
            required: true,
            content: { [endpoint.upload.type]: { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: jsonContent(toJsonSchema(endpoint.body, 'input')),
          },
        }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: {
          [endpoint.responseType ?? 'application/json']: {
            schema: toJsonSchema(endpoint.response, 'output'),
          },
        },
      },
      ...Object.fromEntries(
        [
          ...COMMON_ERROR_STATUSES,
          ...(endpoint.access === 'public' ? [] : [401]),
          ...(endpoint.errorStatuses ?? []),
        ].map((status) => [status, error]),
      ),
    },
  }
}

/** Returns the contract as an OpenAPI 3.1 document, from the schemas that validate requests. */
export function openApi(version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: toOperation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kairavi API', version },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { ApiError: toJsonSchema(apiError, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
    },
  }
}

/** The document changes only with a release of the shop. */
const CACHE_CONTROL = 'public, max-age=300'

/** Serves the document. It is made for the first request, because all schemas take 50 ms of the processor. */
export function createOpenApiHandler(version: string): (c: Context) => Promise<Response> {
  let document: CachedBody | undefined
  return (c) => {
    document ??= toCachedBody(toJsonBody(openApi(version)))
    return sendCached(c, document, CACHE_CONTROL)
  }
}
