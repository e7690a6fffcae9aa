import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A document was not fetched. The message names no address, which could reveal networks behind the server. */
export class FetchError extends Error {
  override name = 'FetchError'
  /** `refused`: the address is not one of the public internet; `failed`: its host gave no document. */
  readonly reason: 'refused' | 'failed' | 'tooLarge'

  constructor(reason: FetchError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Networks of RFC 6890 and its successors that are not public, or lead into another network. */
const special = new BlockList()
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
  ] as const),
  ...([
    ['192.31.196.0', 24],
    ['192.52.193.0', 24],
    ['192.88.99.0', 24],
  ] as const),
  ...([
    ['192.168.0.0', 16],
    ['192.175.48.0', 24],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
] as const)
  special.addSubnet(network, bits)
// Protocol assignments with Teredo, documentation, 6to4, documentation, AS112.
for (const [network, bits] of [
  ...([
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
  ] as const),
  ...([
    ['3fff::', 20],
    ['2620:4f:8000::', 48],
  ] as const),
] as const)
  special.addSubnet(network, bits, 'ipv6')

/** All other IPv6 addresses are special: loopback, mapped IPv4, NAT64, unique local, link-local, multicast. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address)
  if (family !== 6) return false
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

export interface FetchOptions {
  maxBytes: number
  /** Includes name, connection, headers and body. */
  timeoutMs: number
  isAllowed?: (address: string) => boolean
  resolve?: typeof resolveHost
  /** A certificate authority in addition to those of Node. */
  ca?: string
}

/**
 * Resolves the addresses of a host. It does not use the system's resolver, which occupies a thread of the process
 * while a name server does not answer.
 */
async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  signal.throwIfAborted()
  return found.flatMap((addresses) => (addresses.status === 'fulfilled' ? addresses.value : []))
}

/**
 * Fetches a document of the public internet that a stranger has named: over https, from a checked address, without
 * redirects, with limits of time and size. It resolves the host once and connects to that address, so a later answer
 * of the name server has no effect.
 * @throws FetchError
 */
export async function fetchPublic(
  url: URL,
  { maxBytes, timeoutMs, isAllowed = isPublicAddress, resolve = resolveHost, ca }: FetchOptions,
): Promise<{ text: string; cacheControl: string }> {
  const signal = AbortSignal.timeout(timeoutMs)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:') throw new FetchError('refused', 'The address is not https.')
  try {
    const addresses = isIP(host) ? [host] : await resolve(host, signal)
    const [address] = addresses
    if (address === undefined || !addresses.every(isAllowed))
      throw new FetchError('refused', 'The host has no address of the public internet.')
    const outgoing = request({
      host: address,
      servername: isIP(host) ? '' : host,
      port: url.port || 443,
      path: url.pathname + url.search,
      headers: { Host: url.host, Accept: 'application/json', 'Accept-Encoding': 'identity' },
      agent: false,
      signal,
      ...(ca === undefined ? {} : { ca }),
    })
    // Ignores a second error of a failed request.
    outgoing.on('error', () => {})
    outgoing.end()
    const [response] = (await once(outgoing, 'response', { signal })) as [IncomingMessage]
    try {
      return await readDocument(response, maxBytes)
    } finally {
      outgoing.destroy()
    }
  } catch (error) {
    if (error instanceof FetchError) throw error
    throw new FetchError('failed', signal.aborted ? 'It took too long.' : 'The request failed.')
  }
}

async function readDocument(response: IncomingMessage, maxBytes: number) {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw new FetchError('failed', `The host answered ${statusCode}.`)
  if (headers['content-encoding'] !== undefined)
    throw new FetchError('failed', 'The host answered in an encoding that was not asked for.')
  const bytes = await buffer(limitBytes(response, maxBytes))
  return { text: bytes.toString(), cacheControl: headers['cache-control'] ?? '' }
}

async function* limitBytes(response: IncomingMessage, maxBytes: number) {
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new FetchError('tooLarge', 'The document is too large.')
    yield chunk
  }
}
