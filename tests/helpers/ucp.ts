import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { UCP_CAPABILITIES, UCP_VERSIONS, type UcpVersion } from '#src/channels/ucp-profile.ts'
import type { JsonResponse } from './api-client.ts'
import type { TestApp } from './test-app.ts'

const folder = join(import.meta.dirname, '../fixtures/ucp')

/** What an answer can be, with its schema in each version. */
const SCHEMAS = {
  profile: {
    '2026-08-25': 'profile.json#/$defs/business_schema',
    '2026-04-08': 'discovery/profile.json#/$defs/business_profile',
  },
  search: 'shopping/catalog_search.json#/$defs/search_response',
  lookup: 'shopping/catalog_lookup.json#/$defs/lookup_response',
  product: 'shopping/catalog_lookup.json#/$defs/get_product_response',
  error: {
    '2026-08-25': 'common/types/error_response.json',
    '2026-04-08': 'shopping/types/error_response.json',
  },
} as const
type AnswerKind = keyof typeof SCHEMAS

function openSchemas(version: UcpVersion) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package's types have its function as a member of itself.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  const root = join(folder, version)
  let base = ''
  for (const path of globSync('**/*.json', { cwd: root })) {
    const schema = JSON.parse(readFileSync(join(root, path), 'utf8'))
    ajv.addSchema(schema)
    base = schema.$id.slice(0, -path.length)
  }
  return (kind: AnswerKind, data: unknown): unknown => {
    const named = SCHEMAS[kind]
    const path = typeof named === 'string' ? named : named[version]
    ajv.validate(base + path, data)
    return ajv.errors ?? []
  }
}

const schemas = new Map<UcpVersion, ReturnType<typeof openSchemas>>()

/** Fails unless the protocol's own schema of the version takes the data. */
export function expectUcp(version: UcpVersion, kind: AnswerKind, data: unknown): void {
  const validate = schemas.get(version) ?? openSchemas(version)
  schemas.set(version, validate)
  expect(validate(kind, data)).toEqual([])
}

/** The profile of a platform that supports what the shop does. */
export const createPlatformProfile = (
  version: string,
  capabilities: string[] = UCP_CAPABILITIES,
) => ({
  ucp: {
    version,
    services: {},
    payment_handlers: {},
    capabilities: Object.fromEntries(
      capabilities.map((name) => [
        name,
        [{ version, spec: 'https://ucp.dev/spec', schema: 'https://ucp.dev/schema.json' }],
      ]),
    ),
  },
})

/** Where platforms of tests have their profiles. */
export const toAgent = (name: string): string => `profile="https://agent.test/${name}"`

/**
 * Serves profiles to the shop, by their names: those of platforms of each version have the version as name.
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
    const version = UCP_VERSIONS.find((known) => known === name)
    const document = version ? JSON.stringify(createPlatformProfile(version)) : documents[name]
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
  agent: string = UCP_VERSIONS[0],
): Promise<JsonResponse> =>
  shop.createClient().post(`/ucp/catalog/${operation}`, body, { 'UCP-Agent': toAgent(agent) })
