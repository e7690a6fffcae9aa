// sessionStorage may be full, blocked, or hold values of another version: nothing here throws.

/** Reads a value of this tab; undefined where it is absent or `isValid` rejects it. */
export function readItem<Item>(
  key: string,
  isValid: (value: unknown) => value is Item,
): Item | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Stores a value for this tab; removes the old one where there is no room. */
export function setItem(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    removeItem(key)
  }
}

export function removeItem(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked: it holds nothing.
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
