// Storage may be full, off, or hold what somebody else wrote: nothing here throws.

/** What this tab kept under `key`, or undefined where it is absent or not what `check` accepts. */
export function readKept<Kept>(
  key: string,
  check: (value: unknown) => value is Kept,
): Kept | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return check(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keeps `value` for this tab, where there is room. */
export function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    forget(key)
  }
}

export function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Off altogether: there is nothing to forget.
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
