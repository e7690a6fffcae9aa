// Words of shoppers for words of the catalogue. Ships to browsers. Words are folded stems.

/** Words that say nothing about a product. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a all an and any are arrival asli aur be been best buy by can chahiye cheap code color colored colour coloured day find for from genuine good has have i in india is it ka kairavi ke ki ko latest liye luxury me my new nice no not of on online or original pair pic piece product real se seller set show size some something such than that the there these thing this to under wala wale wali want what aayega ab apna beech chahte hai hain ho hoga hum kab kaha kahan kaise kar kare karen karke karna karni karo karu kitna kitne kitni kya liye mein mera mere meri milega mila mujhe nahi paisa paise pe raha rahe tak tha which who will with you your'.split(
    ' ',
  ),
)

/** Other words for a category, besides its own; among them names that shoppers use for the kind. */
const CATEGORY_WORDS = new Map(
  Object.entries({
    watches: 'watch wristwatch timepiece ghadi clock rolex omega patek casio tissot titan',
    bags: 'bag handbag purse birkin thaila',
    jewelry:
      'jewelry jewellery jewel ornament zewar gehna cartier tiffany tanishq zevar gahna gahne gehne',
    clothing: 'clothing clothe cloth apparel wear garment textile kapda kapde vastra',
    shoes: 'shoe footwear joota joote',
    accessories: 'accessory',
    perfumes:
      'perfume parfum fragrance scent cologne itr itra ittar edp edt toilette deodorant khushboo khushbu sugandh',
    sunglasses: 'sunglass eyewear shade goggle spectacle spec sunny chashma rayban chashme',
  }).map(([category, words]) => [category, words.split(' ')]),
)

/** The words of one category, or of all. */
export function listCategoryWords(category?: string): string[] {
  if (category === undefined) return [...CATEGORY_WORDS.values()].flat()
  return CATEGORY_WORDS.get(category) ?? category.split(' ')
}

/** Words of kinds of pieces that the shop does not make; the closest ones are found by the rules of editors. */
const NOT_MADE = new Set(
  'kundan polki navratna sneaker trainer boot wedge backpack satchel luggage briefcase brooch tiara nath tikka anklet payal pajeb choker mangalsutra smartwatch jacket sweater coat poncho cape shirt hat topi keychain kurta sherwani angarkha lehenga gown ghagra anarkali dress kanjeevaram kanjivaram kanchipuram patola chanderi tussar paithani bandhani ikat phulkari jamdani hijab bandana polarised polarized handkerchief hanky rumal amethyst opal aquamarine citrine peridot tanzanite jade'.split(
    ' ',
  ),
)

export const isNotMade = (word: string): boolean => NOT_MADE.has(word)

/** The rules of editors for the search: synonyms, and products that come first. */
export interface SearchRules {
  /** Words that mean the same, separated by commas. */
  same: string[]
  /** Words of a query, and words of the catalogue that answer them. */
  means: [words: string, answers: string][]
  /** Slugs of the products that come first if a query has these words. */
  pins: [query: string, slugs: string[]][]
}

/** The words that a word also stands for. Two or three words that belong together are joined to one. */
export type Synonyms = ReadonlyMap<string, ReadonlySet<string>>
