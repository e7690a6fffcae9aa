// Storage may be refused, full, or hold values of another version: nothing here throws.

/** Undefined where the browser refuses it or has none. */
export function getDeviceStorage(): Storage | undefined {
  try {
    return localStorage ?? undefined
  } catch {
    return undefined
  }
}

/** Reads what is kept on this device; undefined where it is absent or `isValid` rejects it. */
export function readKept<Item>(
  name: string,
  isValid: (value: unknown) => value is Item,
  storage = getDeviceStorage(),
): Item | undefined {
  try {
    const value: unknown = JSON.parse(storage?.getItem(name) ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keeps a value on this device; without room, the one before stays. @returns whether the browser kept it. */
export function keepOnDevice(name: string, value: unknown, storage = getDeviceStorage()): boolean {
  try {
    storage?.setItem(name, JSON.stringify(value))
    return storage !== undefined
  } catch {
    return false
  }
}
