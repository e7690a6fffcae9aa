import { z } from 'zod'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { apiError } from '#src/contract/responses.ts'

/** Refusals that any call may give, beside those it names itself. */
const ALWAYS = [400, 403, 413, 415, 429, 500, 503]

type Schema = Omit<z.core.JSONSchema.BaseSchema, '$schema'>

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

const json = (schema: object) => ({ 'application/json': { schema } })

function operation(name: string, endpoint: Endpoint): object {
  const refused = {
    description: 'Error',
    content: json({ $ref: '#/components/schemas/ApiError' }),
  }
  const params = [...name.matchAll(/:(\w+)/g)].map(([, param]) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query: Schema = endpoint.query ? schemaOf(endpoint.query, 'input') : {}
  const queries = Object.entries(query.properties ?? {}).map(([key, schema]) => ({
    name: key,
    in: 'query',
    required: false,
    schema,
  }))
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }
  return {
    summary: endpoint.summary,
    operationId: name.replaceAll(/[^\w]+/g, '-').toLowerCase(),
    parameters: [...params, ...queries, ...(endpoint.idempotent ? [key] : [])],
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: json(schemaOf(endpoint.response, 'output')),
      },
      ...Object.fromEntries(
        [...ALWAYS, ...endpoint.errorStatuses].map((status) => [status, refused]),
      ),
    },
  }
}

/** The whole contract as OpenAPI 3.1, from the same schemas that validate. */
export function openApi(version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const templated = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[templated] = { ...paths[templated], [method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kairavi API', version },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { ApiError: schemaOf(apiError, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
    },
  }
}
