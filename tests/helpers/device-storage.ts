import { setPersistentEngine } from '@nanostores/persistent'

/** Like a browser's: its entries are its own keys. */
export function createStorage(stored: Record<string, string> = {}): Storage {
  const entries: Record<string, string> = Object.create({
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => Object.assign(entries, { [key]: value }),
    removeItem: (key: string) => Reflect.deleteProperty(entries, key),
  })
  return Object.assign(entries, stored) as unknown as Storage
}

/** Leaves no room for what pages keep on the device; import their modules afterwards. */
export function fillDevice(): void {
  const full = new Proxy<Record<string, string>>(
    {},
    {
      set() {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      },
    },
  )
  setPersistentEngine(full, { addEventListener() {}, removeEventListener() {} })
}
