import { validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import {
  ACCOUNT_LIMITS,
  ADDRESS_LIMITS,
  CONTACT_LIMITS,
  MAX_ADDRESSES,
} from '#src/contract/values.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

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

const lengthSchema = z.object({ maxLength: z.int() })
const objectSchema = z.object({ properties: z.record(z.string(), z.unknown()) })
const listSchema = z.object({ maxItems: z.int(), items: objectSchema })

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
    expect(found.security !== undefined, name).toBe(endpoint.access !== 'public')
    const session = endpoint.access === 'public' ? [] : [401]
    const statuses = [endpoint.status ?? 200, ...session, ...(endpoint.errorStatuses ?? [])].map(
      String,
    )
    expect(Object.keys(found.responses), name).toEqual(expect.arrayContaining(statuses))
  }
})

test('has the length limits of the forms', async () => {
  const paths = await fetchPaths()
  const bodyOf = (path: string, method: string) =>
    objectSchema.parse(paths[path]?.[method]?.requestBody?.content['application/json']?.schema)
      .properties
  const lengths = (fields: Record<string, unknown>, names: string[]) =>
    Object.fromEntries(names.map((name) => [name, lengthSchema.parse(fields[name]).maxLength]))

  expect(lengths(bodyOf('/auth/signup', 'post'), ['name'])).toEqual({ name: ACCOUNT_LIMITS.name })
  for (const [path, method] of [
    ['/users/complete-profile', 'post'],
    ['/users/update', 'put'],
  ] as const) {
    const body = bodyOf(path, method)
    expect(lengths(body, ['phone']), path).toEqual({ phone: ACCOUNT_LIMITS.phone })
    const addresses = listSchema.parse(body['addresses'])
    expect(addresses.maxItems, path).toBe(MAX_ADDRESSES)
    const fields = Object.keys(ADDRESS_LIMITS)
    expect(lengths(addresses.items.properties, fields), path).toEqual(ADDRESS_LIMITS)
  }
  expect(lengths(bodyOf('/users/update', 'put'), ['displayName'])).toEqual({
    displayName: ACCOUNT_LIMITS.name,
  })
  const { name, company, message } = CONTACT_LIMITS
  const contact = ['firstName', 'lastName', 'company', 'message']
  expect(lengths(bodyOf('/contact', 'post'), contact)).toEqual({
    firstName: name,
    lastName: name,
    company,
    message,
  })
})
