import anyAscii from 'any-ascii'
import { slugify } from './slugify.ts'

// The addresses of what has a name. Its table of other scripts has 218 kB: it never ships to shoppers.

/** The part of an address that a name becomes; empty for a name without letters and digits of any script. */
export const toAddress = (name: string): string => slugify(name, anyAscii)

/** Addresses of names in a list: one that another name has already gets a number. @param fallback of a name without letters. */
export function toUniqueAddresses(names: string[], fallback: string): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const base = toAddress(name) || fallback
    let address = base
    for (let number = 2; used.has(address); number += 1) address = `${base}-${number}`
    used.add(address)
    return address
  })
}
