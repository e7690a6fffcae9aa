/** Keys of requests whose outcome is unknown, by request. */
const keys = new Map<string, string>()

/**
 * The `Idempotency-Key` of a request. The same request gets the same key until its outcome is
 * known, so that a repeat cannot take effect twice.
 */
export function keyFor(request: string): string {
  const key = keys.get(request) ?? createKey()
  keys.set(request, key)
  return key
}

/** The outcome of the request is known: the next one like it gets a new key. */
export function releaseKey(request: string): void {
  keys.delete(request)
}

/** The server's state is known: no request that begins with `prefix` is in doubt. */
export function releaseKeys(prefix: string): void {
  for (const request of keys.keys()) if (request.startsWith(prefix)) keys.delete(request)
}

/**
 * 32 hex digits that begin with the time in ms, as a UUID of version 7 does (RFC 9562): the server
 * stores keys of one moment next to each other, which takes fewer writes than random ones.
 */
export const createKey = (): string => Date.now().toString(16) + randomHex().slice(11)

/** 128 random bits as hex. `crypto.randomUUID` is missing on plain http in a local network. */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
