import { validate } from '@readme/openapi-parser'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { test } from '#tests/helpers/api-test.ts'

const object = z.object({ additionalProperties: z.literal(false) })
/** Each call refuses fields that its body does not have (T24). */
const jsonBody = z.union([object, z.object({ oneOf: z.array(object) })])

const operation = z.object({
  summary: z.string().min(1),
  operationId: z.string().regex(/^[a-z0-9-]+$/),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })),
  security: z.array(z.unknown()).optional(),
  requestBody: z
    .object({
      required: z.literal(true),
      content: z.record(z.string(), z.object({ schema: z.unknown() })),
    })
    .optional(),
  responses: z.record(z.string(), z.object({ description: z.string().min(1) })),
})

test('is valid OpenAPI 3.1 that has exactly the endpoints of the contract', async ({ visitor }) => {
  const { body: document } = await visitor.get('/openapi.json')
  expect(document.openapi).toBe('3.1.0')
  const paths = z.record(z.string(), z.record(z.string(), operation)).parse(document.paths)
  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, found]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        found,
      ]),
    ),
  )
  expect([...operations.keys()].toSorted()).toEqual(Object.keys(endpoints).toSorted())
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const found = operation.parse(operations.get(name))
    const inPath = found.parameters.filter((param) => param.in === 'path').map((one) => one.name)
    expect(inPath, name).toEqual([...name.matchAll(/:(\w+)/g)].map(([, param]) => param))
    const takesBody = endpoint.body !== undefined || endpoint.upload !== undefined
    expect(found.requestBody !== undefined, name).toBe(takesBody)
    if (endpoint.body) jsonBody.parse(found.requestBody?.content['application/json']?.schema)
    const isPublic = endpoint.access === 'public'
    expect(found.security === undefined, name).toBe(isPublic)
    const statuses = [endpoint.status ?? 200, ...(endpoint.errorStatuses ?? [])]
    expect(Object.keys(found.responses), name).toEqual(
      expect.arrayContaining([...statuses, ...(isPublic ? [] : [401])].map(String)),
    )
  }
  // Resolves every reference, in place.
  expect(await validate(document)).toMatchObject({ valid: true, warnings: [] })
})
