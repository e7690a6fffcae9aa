import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { HOUR_MS, MINUTE_MS } from '#src/rules/constants.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { isLoopbackHost, isPublic } from '#src/server/core/env.ts'
import { busyError } from '#src/server/core/errors.ts'
import { FetchError, fetchPublic, isPublicAddress } from '#src/server/core/fetch-public.ts'
import { clientAddress, clientSubnet } from '#src/server/core/http/client-address.ts'
import { consume, type RateLimit } from '#src/server/core/http/rate-limit.ts'
import { parseJson } from '#src/server/core/parse-json.ts'
import { UcpError } from './ucp-error.ts'
import { UCP_CAPABILITIES, UCP_VERSION, type UcpCapability } from './ucp-profile.ts'
import { type UcpPlatformProfile, ucpPlatformProfile } from './ucp-requests.ts'

// Each request names the address of its platform's profile. The profile says what the platform supports (README.md).

/** Profiles of platforms that one client subnet makes the shop fetch: those that are cached cost nothing. */
const PROFILE_FETCHES: RateLimit = {
  name: 'ucp-profile',
  limit: 30,
  windowMinutes: 5,
  inMemory: true,
}

/** The protocol asks for room for 128 kB. */
const MAX_PROFILE_BYTES = 256 * 1024
/** No request is held for 3 s. */
export const PROFILE_TIMEOUT_MS = 2_500
/** Profiles that are fetched at once; one more is told to try again. */
const MAX_FETCHES = 8
const MAX_CACHED = 1_000
const MAX_URL_LENGTH = 1_000

/** How long a profile is used. The protocol has a minute as the shortest time. */
const MIN_AGE_MS = MINUTE_MS
const MAX_AGE_MS = HOUR_MS
/** How long a profile that cannot be used is not fetched again. */
const FAILED_AGE_MS = 30_000

/** The members of a dictionary of RFC 8941: each a name, with a value and parameters where it has them. */
const STRING = '"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"'
const VALUE = `(?:=(${STRING}|[^\\s",;()]+))?`
const MEMBER = new RegExp(
  `[ \\t]*([a-z*][\\w.*-]*)${VALUE}(?:[ ]*;[ ]*[a-z*][\\w.*-]*${VALUE})*[ \\t]*(,|$)`,
  'y',
)

/** The text of `profile` in a `UCP-Agent` header; undefined without one, or in a header that is not well formed. */
export function readProfileUrl(header: string): string | undefined {
  let profile: string | undefined
  MEMBER.lastIndex = 0
  for (let end = ','; end === ','; ) {
    const member = MEMBER.exec(header)
    if (!member) return undefined
    const [, name, value = '', , comma = ''] = member
    if (name === 'profile')
      profile = /^"/.test(value) ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : undefined
    end = comma
  }
  return profile
}

/** What a platform and the shop both support. */
type Capabilities = ReadonlySet<UcpCapability>

type Cached = Capabilities | UcpError

/** Reads the profile of the platform that sends a request. @throws UcpError, or HttpError 429 or 503. */
export function createPlatformProfiles(deps: Deps): (c: Context) => Promise<Capabilities> {
  const cache = new LRUCache<string, Cached>({
    max: MAX_CACHED,
    ttl: MIN_AGE_MS,
    ttlResolution: 0,
    perf: { now: deps.now },
  })
  const pending = new Map<string, Promise<Cached>>()

  async function load(url: URL): Promise<Cached> {
    let ttl = FAILED_AGE_MS
    const profile = await fetchProfile(deps, url)
      .then(({ text, cacheControl }) => {
        const parsed = parseProfile(text)
        ttl = toMaxAge(cacheControl)
        return parsed
      })
      .catch((error: unknown) => toProfileError(error))
    cache.set(url.href, profile, { ttl })
    return profile
  }

  const find = (url: URL) => cache.get(url.href) ?? pending.get(url.href)

  function start(url: URL): Promise<Cached> {
    if (pending.size >= MAX_FETCHES) throw busyError(2)
    const loading = load(url).finally(() => pending.delete(url.href))
    pending.set(url.href, loading)
    return loading
  }

  return async (c) => {
    const url = toProfileUrl(deps, c.req.header('ucp-agent'))
    if (!find(url)) await consume(deps, PROFILE_FETCHES, clientSubnet(clientAddress(c, deps.env)))
    // Another request may have asked for it meanwhile.
    const profile = await (find(url) ?? start(url))
    if (profile instanceof UcpError) throw profile
    return profile
  }
}

/** Whether the shop is on this machine alone, where a platform in development may be, too. */
const isLocal = ({ env }: Deps): boolean => !isPublic(env)

const invalidUrl = (message: string) => new UcpError(400, 'invalid_profile_url', message)

function toProfileUrl(deps: Deps, header: string | undefined): URL {
  const text = header === undefined ? undefined : readProfileUrl(header)
  const url = text !== undefined && text.length <= MAX_URL_LENGTH ? URL.parse(text) : null
  if (!url)
    throw invalidUrl(
      'The header UCP-Agent must name the profile of the platform: profile="https://…".',
    )
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw invalidUrl('The address of the profile must be https, without a user name.')
  if (url.port !== '' && !isLocal(deps))
    throw invalidUrl('The profile must be at the port of https.')
  url.hash = ''
  return url
}

const fetchProfile = (deps: Deps, url: URL) =>
  (deps.fetchPublic ?? fetchPublic)(url, {
    maxBytes: MAX_PROFILE_BYTES,
    timeoutMs: PROFILE_TIMEOUT_MS,
    isAllowed: (address) => isPublicAddress(address) || (isLocal(deps) && isLoopbackHost(address)),
  })

function toProfileError(error: unknown): UcpError {
  if (error instanceof UcpError) return error
  if (!(error instanceof FetchError)) throw error
  switch (error.reason) {
    case 'refused':
      return invalidUrl(`The profile cannot be read. ${error.message}`)
    case 'failed':
      return new UcpError(
        424,
        'profile_unreachable',
        `The profile cannot be read. ${error.message}`,
      )
    case 'tooLarge':
      return malformed(error.message)
  }
}

const malformed = (message: string) => new UcpError(422, 'profile_malformed', message)

function parseProfile(text: string): Capabilities {
  const profile = parseJson(text)
  if (profile === undefined) throw malformed('The profile is not valid JSON.')
  const result = ucpPlatformProfile.safeParse(profile)
  if (!result.success) throw malformed('The profile is not one of a platform of this protocol.')
  const { version, capabilities = {} } = result.data.ucp
  if (version !== UCP_VERSION)
    throw new UcpError(
      422,
      'version_unsupported',
      `Version ${version} is not supported. This business implements ${UCP_VERSION}.`,
    )
  return listCapabilities(capabilities)
}

/** Lists the capabilities that the shop has, too: each in its version, with a schema of its own domain. */
const listCapabilities = (
  capabilities: NonNullable<UcpPlatformProfile['ucp']['capabilities']>,
): Set<UcpCapability> =>
  new Set(
    UCP_CAPABILITIES.filter((name) =>
      capabilities[name]?.some(
        (entry) => entry.version === UCP_VERSION && hasAuthority(name, entry.schema),
      ),
    ),
  )

/** Whether the host of a schema, from the right to the left, begins the name of its capability. */
function hasAuthority(name: string, schema = ''): boolean {
  const url = URL.parse(schema)
  if (url?.protocol !== 'https:' || url.username !== '') return false
  const labels = url.hostname.replace(/\.$/, '').split('.').toReversed()
  return labels.length > 1 && `${name}.`.startsWith(`${labels.join('.')}.`)
}

function toMaxAge(cacheControl: string): number {
  const seconds = Number(/\bmax-age=(\d+)/i.exec(cacheControl)?.[1] ?? 0)
  return Math.min(Math.max(seconds * 1_000, MIN_AGE_MS), MAX_AGE_MS)
}
