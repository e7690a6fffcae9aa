// The profile of the Universal Commerce Protocol, which lists the capabilities of the shop for assistants
// (README.md). A capability is one entry of `CAPABILITIES`: the cart joins once orders can be placed.

/** The version of the protocol that the shop speaks. */
export const UCP_VERSION = '2026-08-25'

const SERVICE = 'dev.ucp.shopping'
export const SEARCH_CAPABILITY = 'dev.ucp.shopping.catalog.search'
export const LOOKUP_CAPABILITY = 'dev.ucp.shopping.catalog.lookup'

/** The capabilities of the shop, with the names of the documents that define them. */
const CAPABILITIES = {
  [SEARCH_CAPABILITY]: { page: 'catalog/search', schema: 'catalog_search' },
  [LOOKUP_CAPABILITY]: { page: 'catalog/lookup', schema: 'catalog_lookup' },
} as const
export type UcpCapability = keyof typeof CAPABILITIES
export const UCP_CAPABILITIES = Object.keys(CAPABILITIES) as UcpCapability[]

/** Below this path of the API. */
export const UCP_API_PATH = '/ucp'

export const UCP_PROFILE_PATH = '/.well-known/ucp'

/** Documents of the protocol's own site. */
const DOCUMENTS = `https://ucp.dev/${UCP_VERSION}`

/** @param apiUrl absolute, without a slash at its end. */
export const toUcpProfile = (apiUrl: string): object => ({
  ucp: {
    version: UCP_VERSION,
    services: {
      [SERVICE]: [
        {
          version: UCP_VERSION,
          spec: `${DOCUMENTS}/specification/overview`,
          transport: 'rest',
          endpoint: apiUrl + UCP_API_PATH,
          schema: `${DOCUMENTS}/services/shopping/rest.openapi.json`,
        },
      ],
    },
    capabilities: Object.fromEntries(
      Object.entries(CAPABILITIES).map(([name, { page, schema }]) => [
        name,
        [
          {
            version: UCP_VERSION,
            spec: `${DOCUMENTS}/specification/shopping/${page}`,
            schema: `${DOCUMENTS}/schemas/shopping/${schema}.json`,
          },
        ],
      ]),
    ),
    payment_handlers: {},
  },
})
