export interface PriceRange {
  min: number
  max: number
}

/** By the first letter of the unit: thousand, lakh, crore. */
const UNITS: Record<string, number> = { k: 1e3, t: 1e3, h: 1e3, l: 1e5, c: 1e7 }
/** With bounded repetitions, and for single spaces: a long query takes no time. */
const AMOUNT = String.raw`(?:rs\.?|inr|rupees?|₹)? ?(\d[\d,]{0,14}(?:\.\d{1,4})?) ?(k|thousands?|hazaa?r|lakhs?|lacs?|l|cr|crores?)?\b(?: ?(?:rs\b\.?|rupees?\b|rupaye\b|inr\b|\/-))?`
const MAXIMUM = new RegExp(
  String.raw`(?:\b(?:under|below|upto|up to|within|max|less than|cheaper than|not more than|budget(?: of)?)|<) ?${AMOUNT}`,
)
const MAXIMUM_AFTER = new RegExp(
  String.raw`${AMOUNT} ?(?:tak|se kam|ke andar|(?:or|and) (?:less|below|under)|max(?:imum)?|budget)\b`,
)
const MINIMUM = new RegExp(
  String.raw`(?:\b(?:over|above|from|min|more than|at least|starting at)|>) ?${AMOUNT}`,
)
const MINIMUM_AFTER = new RegExp(
  String.raw`${AMOUNT} ?(?:se (?:zyada|jyada|upar)|(?:or|and) (?:more|above|up)|plus)\b`,
)
const NEAR = new RegExp(String.raw`\b(?:around|about|approx|nearly|roughly) ${AMOUNT}`)
/** How far a price may be from one that is named roughly. */
const NEAR_SHARE = 0.25
const BETWEEN = new RegExp(
  `(?:between )?${AMOUNT} ?(?:-|–|to|and|se) ?${AMOUNT}(?: ?(?:tak|ke (?:beech|andar)))?`,
)
/** An amount without a word that says how it bounds the price. */
const BARE = new RegExp(String.raw`(?:^|\s)${AMOUNT}(?![\w-])`)
const HAS_UNIT = /rs|inr|rupee|rupaye|₹|\/-|[a-z]$/
const ASKS_FOR_GIFT = /\b(?:gift|gifts|gifting|present|tohfa|budget)\b/
/** The purity of gold that is sold in India, e.g. `18k`, which is not a price. */
const PURITY = /^(?:14|18|22|24) ?k$/

/** An amount that is all of the query, has a unit, or stands beside a gift: the most that a shopper spends. */
function findBare(text: string): RegExpExecArray | null {
  const found = BARE.exec(text)
  const amount = found?.[0].trim() ?? ''
  if (ASKS_FOR_GIFT.test(text)) return found
  const isMeant = amount === text.trim() || HAS_UNIT.test(amount)
  return isMeant && !PURITY.test(amount) ? found : null
}

/** Smaller numbers are sizes, e.g. "42 to 45". */
const MIN_PRICE = 1_000

const toRupees = (digits: string | undefined, unit: string | undefined): number =>
  Number((digits ?? '').replaceAll(',', '')) * (UNITS[unit?.[0] ?? ''] ?? 1)

/** The price words of a query, e.g. `under 50k` or `between 1 and 2 lakh`, and the text without them. */
export function parsePriceWords(query: string): { range: PriceRange | null; rest: string } {
  const text = query.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')
  const between = BETWEEN.exec(text)
  if (between) {
    const [phrase, first, firstUnit, second, secondUnit] = between
    // `1 to 2 lakh` has one unit, `50000 to 1 lakh` two.
    const isSameUnit = toRupees(first, undefined) <= toRupees(second, undefined)
    const range = {
      min: toRupees(first, firstUnit ?? (isSameUnit ? secondUnit : undefined)),
      max: toRupees(second, secondUnit),
    }
    if (range.max >= MIN_PRICE) return { range, rest: text.replace(phrase, ' ') }
  }
  const asPrice = (match: RegExpExecArray | null) =>
    match && toRupees(match[1], match[2]) >= MIN_PRICE ? match : null
  const near = asPrice(NEAR.exec(text))
  if (near) {
    const amount = toRupees(near[1], near[2])
    const range = { min: amount * (1 - NEAR_SHARE), max: amount * (1 + NEAR_SHARE) }
    return { range, rest: text.replace(near[0], ' ') }
  }
  const below = MAXIMUM.exec(text) ?? asPrice(MAXIMUM_AFTER.exec(text))
  const above = below ?? MINIMUM.exec(text) ?? asPrice(MINIMUM_AFTER.exec(text))
  const bare = above ? null : asPrice(findBare(text))
  const bound = above ?? bare
  if (!bound) return { range: null, rest: text }
  const amount = toRupees(bound[1], bound[2])
  return {
    range: below || bare ? { min: 0, max: amount } : { min: amount, max: Number.POSITIVE_INFINITY },
    rest: text.replace(bound[0], ' '),
  }
}
