/**
 * Keys of what was sent and never answered. While it is unknown whether a request took effect,
 * asking for the same again sends the same key, so that it cannot take effect twice.
 */
const unanswered = new Map<string, string>()

/** The `Idempotency-Key` for `request`: a new one, or that of the same request still unanswered. */
export function keyFor(request: string): string {
  const key = unanswered.get(request) ?? newKey()
  unanswered.set(request, key)
  return key
}

/** The request was answered: the next one like it is a new one. */
export function answered(request: string): void {
  unanswered.delete(request)
}

/** The server's state is known again: nothing is in doubt. */
export function allAnswered(): void {
  unanswered.clear()
}

// crypto.randomUUID is missing on plain http in a local network.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
