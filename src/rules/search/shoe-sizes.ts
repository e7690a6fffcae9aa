/** A size of shoes in one system, e.g. `uk 9`, `us-10` or `eu 43`. */
const SIZE = /\b(uk|ind(?:ian?)?|us|eur?|euro)[ -]?(\d{1,2})\b/

/** Women's lasts begin here; no man's is as small. */
const LARGEST_FIRST_OF_WOMEN = 39

/** Offsets from other sizes to European ones, for women's and men's shoes, as on the page of sizes. */
const OFFSETS: Record<string, [women: number, men: number]> = {
  u: [33, 34],
  i: [33, 34],
  us: [31, 33],
  e: [0, 0],
}

const toEuropean = (size: string): number => Number(/^EU (\d+)$/.exec(size)?.[1] ?? Number.NaN)

export interface ShoeSize {
  /** Whether a product with these sizes has the size. */
  isOffered: (sizes: readonly string[]) => boolean
}

/** The size of shoes that a query names, and the text without it. */
export function parseShoeSize(text: string): { size: ShoeSize | null; rest: string } {
  const [phrase = '', system = '', number] = SIZE.exec(text) ?? []
  const offsets = OFFSETS[system] ?? OFFSETS[system[0] ?? '']
  if (!offsets) return { size: null, rest: text }
  const isOffered = (sizes: readonly string[]) => {
    const all = sizes.map(toEuropean)
    const [women, men] = offsets
    const isOfWomen = Math.min(...all) <= LARGEST_FIRST_OF_WOMEN
    return all.includes(Number(number) + (isOfWomen ? women : men))
  }
  return { size: { isOffered }, rest: text.replace(phrase, ' ') }
}
