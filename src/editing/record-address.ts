import { MAX_SLUG_LENGTH, RESERVED_ADDRESSES, SLUG_PATTERN } from '#src/contract/values.ts'
import { paths } from '#src/rules/paths.ts'

const RESERVED: readonly string[] = Object.values(paths)

/**
 * Why a new record with a page of its own cannot have this address; undefined for one that it can have.
 * @param folder of the pages of its kind, e.g. `/pages/`.
 */
export function findAddressError(folder: string, address: string): string | undefined {
  if (!SLUG_PATTERN.test(address) || address.length > MAX_SLUG_LENGTH)
    return `An address has lower-case letters and digits, joined by single hyphens, ${MAX_SLUG_LENGTH} at most.`
  if (RESERVED_ADDRESSES.includes(address))
    return `The address “${address}” cannot be used. Choose another one.`
  return folder === '/pages/' && RESERVED.includes(`/${address}`)
    ? `The shop has a page /${address} already. Change that one, or choose another address.`
    : undefined
}
