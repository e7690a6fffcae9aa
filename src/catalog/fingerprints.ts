import { type CatalogueIndex, hashOf, sha } from './catalogue-index.ts'
import { createReadInput, type InputName, isProductInput } from './inputs.ts'

function fingerprint(value: unknown): string {
  if (Array.isArray(value)) return sha(value.map(hashOf).join('\n'))
  if (typeof value !== 'object' || value === null || 'slug' in value) return hashOf(value)
  const parts = Object.entries(value).map(([name, part]) => `${name} ${fingerprint(part)}`)
  return sha(parts.join('\n'))
}

/** Whether two values consist of the same products and listing items, and equal texts and numbers. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => one === b[at])
  // Another object of a product is another state of it.
  if ('slug' in a || 'slug' in b) return false
  const [mine, others] = [Object.entries(a), Object.entries(b)]
  return (
    mine.length === others.length &&
    mine.every(([name, part], at) => others[at]?.[0] === name && isSame(part, others[at][1]))
  )
}

/** Fingerprints of one state of the catalogue: by an input's id, that of its value. */
export interface Fingerprints {
  get(id: string): string
}

/**
 * Creates a function that returns the fingerprints of a state of the catalogue. What is the same as in
 * the state before is not hashed again; those of the state before are not valid any more.
 */
export function createFingerprints(): (index: CatalogueIndex) => Fingerprints {
  const known = new Map<string, { value: unknown; hash: string; state: number }>()
  let latest = 0
  return (index) => {
    const state = ++latest
    const readInput = createReadInput(index)
    return {
      get(id) {
        const last = known.get(id)
        if (last?.state === state) return last.hash
        const space = id.indexOf(' ')
        const value = readInput(id.slice(0, space) as InputName, id.slice(space + 1))
        // Kept with the product.
        if (isProductInput(id)) return hashOf(value)
        const hash = last && isSame(last.value, value) ? last.hash : fingerprint(value)
        known.set(id, { value, hash, state })
        return hash
      },
    }
  }
}
