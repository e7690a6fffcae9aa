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

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

const content = z.strictObject({
  'application/json': z.strictObject({ schema: z.record(z.string(), z.unknown()) }),
})
const operation = z.strictObject({
  summary: z.string().min(1),
  operationId: z.string().regex(/^[a-z0-9-]+$/),
  parameters: z.array(
    z.strictObject({
      name: z.string().min(1),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  security: z.array(z.strictObject({ session: z.array(z.never()) })).optional(),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.strictObject({ description: z.string().min(1), content }),
  ),
})

/** The parts of OpenAPI 3.1 that the document uses. */
const document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(METHODS), operation)),
  components: z.strictObject({
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
    securitySchemes: z.strictObject({
      session: z.strictObject({
        type: z.literal('apiKey'),
        in: z.literal('cookie'),
        name: z.string(),
      }),
    }),
  }),
})

const lengthSchema = z.object({ maxLength: z.int() })
const objectSchema = z.object({ properties: z.record(z.string(), z.unknown()) })
const listSchema = z.object({ maxItems: z.int(), items: objectSchema })

async function read() {
  await using shop = await createTestApp()
  return document.parse((await shop.createClient().get('/openapi.json')).body)
}

test('has every call of the contract, and no other', async () => {
  const { paths } = await read()
  const listed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(listed.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test('names each operation once, with its parameters, body, security and statuses', async () => {
  const { paths } = await read()
  const names = new Set<string>()
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const templated = path.replaceAll(/:(\w+)/g, '{$1}')
    const found = paths[templated]?.[z.enum(METHODS).parse(method.toLowerCase())]
    expect(found, name).toBeDefined()
    if (!found) continue
    names.add(found.operationId)
    const inPath = found.parameters.filter((one) => one.in === 'path').map((one) => one.name)
    expect(inPath, name).toEqual([...path.matchAll(/:(\w+)/g)].map(([, param]) => param))
    expect(found.requestBody !== undefined, name).toBe(endpoint.body !== undefined)
    expect(found.security !== undefined, name).toBe(endpoint.access !== 'public')
    const statuses = [endpoint.status ?? 200, ...endpoint.errorStatuses].map(String)
    expect(Object.keys(found.responses), name).toEqual(expect.arrayContaining(statuses))
  }
  expect(names.size).toBe(Object.keys(endpoints).length)
})

test('every reference leads somewhere', async () => {
  const api = await read()
  const references = JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)
  for (const [, reference = ''] of references) {
    const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(reference) ?? []
    expect(api.components.schemas, reference).toHaveProperty(name)
  }
})

test('states the limits that the forms stop at', async () => {
  const { paths } = await read()
  const bodyOf = (path: string, method: (typeof METHODS)[number]) =>
    objectSchema.parse(paths[path]?.[method]?.requestBody?.content['application/json'].schema)
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
