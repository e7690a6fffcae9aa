import type { Product } from '#src/contract/catalog.ts'
import { categoryWords } from '#src/rules/categories.ts'

/** The data from which a reason is derived. */
export type ReasonTraits = Pick<
  Product,
  'title' | 'category' | 'categoryName' | 'subtitle' | 'variant' | 'technicalDetails'
>

interface Traits {
  stones: string[]
  /** The main material, or the movement of a watch; empty if the details name neither. */
  make: string
  colours: string[]
}

const STONES = /diamond|emerald|sapphire|onyx|topaz|garnet|(?<!mother-of-)pearl/g
/** In this order, because plating and finishes come after what they cover. */
const MAKES =
  /automatic|hand-wound|silk|cashmere|pashmina|lambswool|calf|lambskin|acetate|titanium|platinum|sterling silver|gold(?!.tone)|steel/
const STONE_DETAILS = /stone|pearl/i
const MAKE_DETAILS = /^(?:material|metal|upper|frame|movement|calibre)$/i
/** Metals go with everything. */
const PLAIN_COLOURS = new Set(['and', 'gold', 'pale', 'tone'])

const traitsByProduct = new WeakMap<ReasonTraits, Traits>()

function getTraits(product: ReasonTraits): Traits {
  const cached = traitsByProduct.get(product)
  if (cached) return cached
  const { category, subtitle, variant, technicalDetails } = product
  const details = (names: RegExp) =>
    Object.entries(technicalDetails)
      .filter(([name]) => names.test(name))
      .flat()
      .join(' ')
      .toLowerCase()
  const stones = category === 'jewelry' ? `${subtitle.toLowerCase()} ` : ''
  const created = {
    stones: `${stones}${details(STONE_DETAILS)}`.match(STONES) ?? [],
    make: MAKES.exec(details(MAKE_DETAILS))?.[0] ?? '',
    // The colour of a perfume is the colour of its bottle.
    colours:
      category === 'perfumes'
        ? []
        : (variant['Colour']?.toLowerCase().match(/\p{L}+/gu) ?? []).filter(
            (word) => !PLAIN_COLOURS.has(word),
          ),
  }
  traitsByProduct.set(product, created)
  return created
}

/** Returns why `other` is shown next to `product`. */
export function getRelatedReason(product: ReasonTraits, other: ReasonTraits): string {
  const [a, b] = [getTraits(product), getTraits(other)]
  const stone = a.stones.find((name) => b.stones.includes(name))
  if (stone) return `Same stone: ${stone}`
  if (other.category !== product.category) return `Pairs with ${product.title}`
  if (a.make && a.make === b.make) return `Also ${/-|matic/.test(a.make) ? '' : 'in '}${a.make}`
  const colour = a.colours.find((name) => b.colours.includes(name))
  return colour
    ? `Also in ${colour}`
    : `More ${product.categoryName ?? categoryWords(product.category)}`
}
