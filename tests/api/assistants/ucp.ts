import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { UCP_CAPABILITIES, UCP_VERSION } from '#src/assistants/ucp-profile.ts'
import type { JsonResponse } from '#tools/api-client.ts'
import type { TestApp } from '#tools/test-app.ts'

const folder = join(import.meta.dirname, 'schemas')

/** What an answer can be, with its schema. */
const SCHEMAS = {
  profile: 'profile.json#/$defs/business_schema',
  search: 'shopping/catalog_search.json#/$defs/search_response',
  lookup: 'shopping/catalog_lookup.json#/$defs/lookup_response',
  product: 'shopping/catalog_lookup.json#/$defs/get_product_response',
  error: 'common/types/error_response.json',
} as const
type AnswerKind = keyof typeof SCHEMAS

function openSchemas() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package's types have its function as a member of itself.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  let base = ''
  for (const path of globSync('**/*.json', { cwd: folder })) {
    const schema = JSON.parse(readFileSync(join(folder, path), 'utf8'))
    ajv.addSchema(schema)
    base = schema.$id.slice(0, -path.length)
  }
  return (kind: AnswerKind, data: unknown): unknown => {
    ajv.validate(base + SCHEMAS[kind], data)
    return ajv.errors ?? []
  }
}

let validate: ReturnType<typeof openSchemas> | undefined

/** Fails unless the protocol's own schema takes the data. */
export function expectUcp(kind: AnswerKind, data: unknown): void {
  validate ??= openSchemas()
  expect(validate(kind, data)).toEqual([])
}

/** The profile of a platform that supports what the shop does. */
export const createPlatformProfile = () => ({
  ucp: {
    version: UCP_VERSION,
    services: {},
    payment_handlers: {},
    capabilities: Object.fromEntries(
      UCP_CAPABILITIES.map((name) => [
        name,
        [
          {
            version: UCP_VERSION,
            spec: 'https://ucp.dev/spec',
            schema: 'https://ucp.dev/schema.json',
          },
        ],
      ]),
    ),
  },
})

/** Where platforms of tests have their profiles. */
export const toAgent = (name: string): string => `profile="https://agent.test/${name}"`

/**
 * Serves profiles to the shop, by their names: that of a platform like the shop has the version as name.
 * @returns the addresses that were fetched.
 */
export function servePlatforms(
  { deps }: TestApp,
  documents: Record<string, string | Error> = {},
): string[] {
  const fetched: string[] = []
  deps.fetchPublic = async ({ href }) => {
    fetched.push(href)
    const name = href.slice('https://agent.test/'.length)
    const document =
      name === UCP_VERSION ? JSON.stringify(createPlatformProfile()) : documents[name]
    if (document instanceof Error) throw document
    if (document === undefined) throw new Error(`No platform has ${href}.`)
    return { text: document, cacheControl: 'public, max-age=600' }
  }
  return fetched
}

/** Sends a request of a platform that has the profile of this name. */
export const callUcp = (
  shop: TestApp,
  operation: 'search' | 'lookup' | 'product',
  body: unknown,
  agent: string = UCP_VERSION,
): Promise<JsonResponse> =>
  shop.createClient().post(`/ucp/catalog/${operation}`, body, { 'UCP-Agent': toAgent(agent) })
