import { validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

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

async function fetchDocument() {
  await using shop = await createTestApp()
  return (await shop.createClient().get('/openapi.json')).body
}

const fetchPaths = async () =>
  z.record(z.string(), z.record(z.string(), operation)).parse((await fetchDocument()).paths)

test('is valid OpenAPI 3.1 and resolves every reference', async () => {
  const document = await fetchDocument()
  expect(document.openapi).toBe('3.1.0')
  expect(await validate(document)).toEqual({
    valid: true,
    warnings: [],
    specification: 'OpenAPI',
  })
})

test('lists exactly the endpoints of the contract', async () => {
  const listed = Object.entries(await fetchPaths()).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(listed.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test('describes the parameters, body, security and statuses of each endpoint', async () => {
  const paths = await fetchPaths()
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const found = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(found, name).toBeDefined()
    if (!found) continue
    const inPath = found.parameters.filter((param) => param.in === 'path').map(({ name }) => name)
    expect(inPath, name).toEqual([...path.matchAll(/:(\w+)/g)].map(([, param]) => param))
    expect(found.requestBody !== undefined, name).toBe(
      endpoint.body !== undefined || endpoint.upload !== undefined,
    )
    if (endpoint.body) jsonBody.parse(found.requestBody?.content['application/json']?.schema)
    expect(found.security !== undefined, name).toBe(endpoint.access !== 'public')
    const session = endpoint.access === 'public' ? [] : [401]
    const statuses = [endpoint.status ?? 200, ...session, ...(endpoint.errorStatuses ?? [])].map(
      String,
    )
    expect(Object.keys(found.responses), name).toEqual(expect.arrayContaining(statuses))
  }
})
