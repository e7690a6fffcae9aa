import { validate } from '@readme/openapi-parser'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { test } from '#tests/helpers/api-test.ts'

const object = z.object({ additionalProperties: z.literal(false) })
/** Each call refuses fields that its body does not have (T24). */
const jsonBody = z.union([object, z.object({ oneOf: z.array(object) })])

test('is valid OpenAPI 3.1 that has exactly the endpoints of the contract', async ({ visitor }) => {
  const { body: document } = await visitor.get('/openapi.json')
  expect(document.openapi).toBe('3.1.0')
  const names = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(names.toSorted()).toEqual(
    Object.keys(endpoints)
      .map((name) => name.replaceAll(/:(\w+)/g, '{$1}'))
      .toSorted(),
  )
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = name.replaceAll(/:(\w+)/g, '{$1}').split(' ')
    const found = document.paths[path][method.toLowerCase()]
    expect(found.summary, name).toMatch(/./)
    expect(found.operationId, name).toMatch(/^[a-z0-9-]+$/)
    const inPath = found.parameters.filter((param: { in: string }) => param.in === 'path')
    const params = [...name.matchAll(/:(\w+)/g)].map(([, param]) => ({ name: param }))
    expect(inPath, name).toMatchObject(params)
    const takesBody = endpoint.body !== undefined || endpoint.upload !== undefined
    expect(found.requestBody?.required === true, name).toBe(takesBody)
    if (endpoint.body) jsonBody.parse(found.requestBody.content['application/json'].schema)
    const isPublic = endpoint.access === 'public'
    expect(found.security === undefined, name).toBe(isPublic)
    const statuses = [endpoint.status ?? 200, ...(endpoint.errorStatuses ?? [])]
    expect(Object.keys(found.responses), name).toEqual(
      expect.arrayContaining([...statuses, ...(isPublic ? [] : [401])].map(String)),
    )
    for (const response of Object.values(found.responses))
      expect(response, name).toMatchObject({ description: expect.stringMatching(/./) })
  }
  // Resolves every reference, in place.
  expect(await validate(document)).toMatchObject({ valid: true, warnings: [] })
})
