// The profile of the Universal Commerce Protocol, which tells assistants what the shop can be asked for
// (docs/machines.md). A capability is one entry of `CAPABILITIES`: the cart joins once orders can be placed.

/** The newest first, whose profile is at the well-known path. */
export const UCP_VERSIONS = ['2026-08-25', '2026-04-08'] as const
export type UcpVersion = (typeof UCP_VERSIONS)[number]

const [LATEST, ...FORMER] = UCP_VERSIONS

const SERVICE = 'dev.ucp.shopping'
export const SEARCH_CAPABILITY = 'dev.ucp.shopping.catalog.search'
export const LOOKUP_CAPABILITY = 'dev.ucp.shopping.catalog.lookup'

/** What the shop can be asked for, with the names of the documents that define it. */
const CAPABILITIES = {
  [SEARCH_CAPABILITY]: { page: 'catalog/search', schema: 'catalog_search' },
  [LOOKUP_CAPABILITY]: { page: 'catalog/lookup', schema: 'catalog_lookup' },
} as const
export type UcpCapability = keyof typeof CAPABILITIES
export const UCP_CAPABILITIES = Object.keys(CAPABILITIES) as UcpCapability[]

/** Below this path of the API. */
export const UCP_API_PATH = '/ucp'

/** The versions of the profiles, by their names below `/.well-known`. */
export const UCP_PROFILES: ReadonlyMap<string, UcpVersion> = new Map([
  ['ucp', LATEST],
  // No folder: `ucp` is a file.
  ...FORMER.map((version) => [`ucp-${version}`, version] as const),
])

const toProfilePath = (name: string): string => `/.well-known/${name}`

/** The path of the profile of the newest version, which names the others. */
export const ucpProfilePath = (): string => toProfilePath('ucp')

/** Documents of the protocol's own site, which has moved the pages of capabilities. */
const toSpecUrl = (version: UcpVersion, page: string): string =>
  `https://ucp.dev/${version}/specification/${version === '2026-04-08' ? '' : 'shopping/'}${page}`

/** @param apiUrl absolute, without a slash at its end. */
export function toUcpProfile(version: UcpVersion, site: URL | undefined, apiUrl: string): object {
  const base = `https://ucp.dev/${version}`
  const former = [...UCP_PROFILES].filter(([, other]) => other !== LATEST)
  return {
    ucp: {
      version,
      ...(version === LATEST
        ? {
            supported_versions: Object.fromEntries(
              former.map(([name, other]) => [other, new URL(toProfilePath(name), site).href]),
            ),
          }
        : {}),
      services: {
        [SERVICE]: [
          {
            version,
            spec: `${base}/specification/overview`,
            transport: 'rest',
            endpoint: apiUrl + UCP_API_PATH,
            schema: `${base}/services/shopping/rest.openapi.json`,
          },
        ],
      },
      capabilities: Object.fromEntries(
        Object.entries(CAPABILITIES).map(([name, { page, schema }]) => [
          name,
          [
            {
              version,
              spec: toSpecUrl(version, page),
              schema: `${base}/schemas/shopping/${schema}.json`,
            },
          ],
        ]),
      ),
      payment_handlers: {},
    },
  }
}
