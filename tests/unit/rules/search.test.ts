import { describe, expect, test } from 'vitest'
import { listEmptyFacets, listMaterials } from '#src/channels/product-facets.ts'
import { createSearchIndex } from '#src/channels/search-index.ts'
import { shippingPage } from '#src/content/shipping.ts'
import { sizesPage } from '#src/content/sizes.ts'
import { listAnchors } from '#src/content/text-section.ts'
import type { Product } from '#src/contract/catalog.ts'
import { compareSearch, findFirst, sortChanges } from '#src/editing/search-replay.ts'
import { SEARCH_EXAMPLES } from '#src/rules/constants.ts'
import { listFacetOptions } from '#src/rules/listing/facet-options.ts'
import { listEntryValues } from '#src/rules/listing/facets.ts'
import { applyFilters, NO_FILTERS } from '#src/rules/listing/listing.ts'
import { productPath, searchIndexPath } from '#src/rules/paths.ts'
import { findHelp } from '#src/rules/search/help-search.ts'
import { parsePriceWords } from '#src/rules/search/price-words.ts'
import { findNearestQuery, findNotMade, searchIndex } from '#src/rules/search/search.ts'
import { packIndex, toSearchEntries, unpackIndex } from '#src/rules/search/search-index.ts'
import { findNamedCategory } from '#src/rules/search/search-query.ts'
import { toStems } from '#src/rules/search/stems.ts'
import { findProducts, suggest, suggestRecent } from '#src/rules/search/suggestions.ts'
import { listCategoryWords } from '#src/rules/search/synonyms.ts'
import { countTypos } from '#src/rules/search/typing-errors.ts'
import { toShownVariants } from '#src/server/shop/catalog/to-product.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'
import { interleaveCategories } from '#src/server/shop/seed/seed.ts'
import helpQueries from '#tests/fixtures/help-queries.json' with { type: 'json' }
import {
  factQueries,
  freshQueries,
  furtherQueries,
  hundredQueries,
  salespersonQueries,
  shopperQueries,
} from '#tests/helpers/salesperson-queries.ts'
import { searchRules } from '#tests/helpers/search-rules.ts'
import { createRandom } from '#tools/random.ts'
import { product } from './product.ts'

const catalog = interleaveCategories(readEntries(DEFAULT_SEED_DIR)).map(
  (entry): Product => ({
    ...product,
    ...entry,
    images: [],
    pictures: [],
    variants: toShownVariants(entry, { price_paise: 1, list_price_paise: 1 }, []),
  }),
)
const index = createSearchIndex(catalog, searchRules)

/** What a shopper sees: pieces whose title contains the text, then the other matches. */
function search(query: string): Product[] {
  const term = query.toLowerCase()
  const titled = catalog.filter(({ title }) => title.toLowerCase().includes(term))
  const found = searchIndex(index, query).flatMap(({ position }) => catalog[position] ?? [])
  return [...new Set([...titled, ...found])]
}

/** The addresses that the suggestions for a text lead to. */
const listHrefs = (text: string): string[] =>
  suggest(index, text).flatMap(({ suggestions }) => suggestions.map(({ href }) => href))

test.each([
  ['watches', 'movement', ['Automatic', 'Hand-wound', 'Quartz']],
  ['watches', 'strap', ['Leather', 'Steel']],
  ['jewelry', 'metal', ['Gold', 'Platinum', 'Silver']],
  ['jewelry', 'stone', ['Diamond', 'Emerald', 'Garnet', 'Onyx', 'Pearl', 'Sapphire', 'Topaz']],
  ['perfumes', 'concentration', ['Eau de parfum', 'Extrait de parfum', 'Perfume oil']],
  ['perfumes', 'volume', ['12 ml', '50 ml', '75 ml', '100 ml', '125 ml']],
] as const)('%s can be filtered by %s: %j', (category, facet, values) => {
  const entries = toSearchEntries(index).filter((entry) => entry.category === category)
  const options = listFacetOptions(entries, NO_FILTERS, facet)
  expect(options.map(({ value }) => value)).toEqual(values)
  // Each product has a value: none is lost by the filter.
  const found = entries.filter((entry) => listEntryValues(entry, facet).length > 0)
  expect(found).toHaveLength(entries.length)
})

test('a facet without a choice does not stand above the list', () => {
  const list = (category: string) => catalog.filter((product) => product.category === category)
  expect(listEmptyFacets('clothing', list('clothing'))).toEqual(['size'])
  expect(listEmptyFacets('shoes', list('shoes'))).toEqual([])
})

test('the address of the index has another number for another format', () => {
  const { rules, total: _, from: _from, names: _names, ...columns } = packIndex(index)
  const format = Object.entries({ ...columns, ...rules }).map(([name, column]) => {
    if (typeof column === 'string') return `${name}: text`
    const [first] = column
    return `${name}: list of ${Array.isArray(first) ? 'lists' : typeof first}`
  })
  expect([searchIndexPath, ...format].join(', ')).toMatchInlineSnapshot(
    `"/search-index.json?format=7, words: text, categories: list of string, colours: list of string, materials: list of string, sizes: list of string, details: list of string, slug: text, title: text, category: list of number, price: list of number, stock: list of number, publishedAt: list of number, colour: text, material: text, size: text, detail: text, titleWords: text, mainWords: text, otherWords: text, same: list of string, means: list of lists, pins: list of undefined"`,
  )
})

test('a title of two lines is one of the packed index, and no titles are none', () => {
  const products = [{ ...product, title: 'Ring\nof gold' }, product]
  const unpacked = unpackIndex(packIndex(createSearchIndex(products, searchRules)))
  expect(unpacked.title).toEqual(['Ring of gold', product.title])
  expect(unpackIndex(packIndex(createSearchIndex([], searchRules)))).toMatchObject({
    words: [],
    slug: [],
    title: [],
  })
})

test('suggestions search no further than what they show', () => {
  const unsearchable = {
    ...index,
    get words(): string[] {
      throw new Error('The words are searched.')
    },
  }
  expect(suggest(unsearchable, 'watch')).toEqual(suggest(index, 'watch'))
  // One title alone has it.
  expect(() => suggest(unsearchable, 'solitaire')).toThrow('The words are searched.')
})

test('an index that was packed finds the same', () => {
  const unpacked = unpackIndex(JSON.parse(JSON.stringify(packIndex(index))))
  expect(packIndex(unpacked)).toEqual(packIndex(index))
  expect(toSearchEntries(unpacked)).toEqual(toSearchEntries(index))
  for (const { query } of [...salespersonQueries, ...factQueries])
    expect(searchIndex(unpacked, query), query).toEqual(searchIndex(index, query))
})

type Query = Partial<(typeof salespersonQueries)[number]>

const fits = ({ category, maxPrice = Infinity }: Query, piece: Product): boolean =>
  piece.price <= maxPrice && (!category || piece.category === category)

/** Whether the first four are what a salesperson would show first. */
function isFound(query: Query, found: Product[]): boolean {
  const top = found.slice(0, 4)
  const slugs = top.map(({ slug }) => slug)
  const { first = [] } = query
  return first.every((slug) => slugs.includes(slug)) && top.every((product) => fits(query, product))
}

const isIn = (query: Query, top: Product[]): boolean =>
  top.some((product) => (query.first?.includes(product.slug) ?? true) && fits(query, product))

describe('searchIndex', () => {
  test('finds what a salesperson would show for at least 95 % of the queries, and always something', () => {
    const list = salespersonQueries
    expect(list.length).toBeGreaterThanOrEqual(120)
    const queries = [...SEARCH_EXAMPLES, 'sneakers', 'kurta', ...list.map(({ query }) => query)]
    expect(queries.filter((query) => search(query).length === 0)).toEqual([])
    const missed = list.flatMap((query) => (isFound(query, search(query.query)) ? [] : query.query))
    expect(missed.length / list.length, missed.join(', ')).toBeLessThanOrEqual(0.05)
  })

  test('finds a category by its Hindi words, with and without the dot below a letter', () => {
    const hindi = salespersonQueries.filter(({ query }) => /\p{Script=Devanagari}/u.test(query))
    expect(hindi.length).toBeGreaterThanOrEqual(10)
    const missed = hindi.flatMap((one) => {
      const found = search(one.query)
      return isFound(one, found) ? [] : `${one.query}: ${found.slice(0, 4).map(({ slug }) => slug)}`
    })
    expect(missed).toEqual([])
  })

  test('finds the stones, colours, materials and engravings of the catalogue in at least 97 % of the queries, and cuts none off', () => {
    expect(factQueries).toHaveLength(40)
    const missed = factQueries.flatMap((one) => {
      const found = search(one.query)
      const slugs = found.map(({ slug }) => slug)
      const isWhole = (one.finds ?? []).every((slug) => slugs.includes(slug))
      const isOnly = !one.only || slugs.toSorted().join() === one.only.toSorted().join()
      return isFound(one, found) && isWhole && isOnly ? [] : `${one.query}: ${slugs.slice(0, 8)}`
    })
    expect(missed.length / factQueries.length, missed.join('; ')).toBeLessThanOrEqual(0.03)
  })

  test('finds what shoppers mean by Hindi words in Latin letters, amounts, occasions and misspelt words in at least 97 %', () => {
    expect(furtherQueries.length).toBeGreaterThanOrEqual(50)
    const missed = furtherQueries.flatMap((one) => {
      const found = search(one.query)
      return found.length > 0 && isFound(one, found)
        ? []
        : `${one.query}: ${found.slice(0, 4).map(({ slug }) => slug)}`
    })
    expect(missed.length / furtherQueries.length, missed.join('; ')).toBeLessThanOrEqual(0.03)
  })

  test('begins with what a shop assistant brings, or names the page that answers, in at least 97 %', () => {
    expect(shopperQueries.length).toBeGreaterThanOrEqual(80)
    const missed = shopperQueries.flatMap(({ query, page, leads, ...one }) => {
      const found = search(query)
      const [first] = found
      const isRight = page
        ? listHrefs(query).slice(0, 4).includes(page)
        : first !== undefined && isFound(one, found) && (leads?.includes(first.slug) ?? true)
      return isRight ? [] : `${query}: ${found.slice(0, 4).map(({ slug }) => slug)}`
    })
    expect(missed.length / shopperQueries.length, missed.join('; ')).toBeLessThanOrEqual(0.03)
  })

  test.each([
    [
      'fresh queries of amounts, sizes, orders, help, stones and pieces that are not made',
      freshQueries,
      60,
    ],
    ['a hundred queries of all kinds', hundredQueries, 100],
  ])('answers %s', (_what, queries, least) => {
    expect(queries.length).toBeGreaterThanOrEqual(least)
    const missed = queries.flatMap(({ query, page, leads, only, near, minPrice, ...one }) => {
      const found = search(query)
      const slugs = found.map(({ slug }) => slug)
      const first = found.slice(0, 4)
      const isRight = [
        page === undefined || listHrefs(query).slice(0, 4).includes(page),
        leads === undefined || leads.includes(slugs[0] ?? ''),
        only === undefined || slugs.toSorted().join() === only.toSorted().join(),
        near === undefined || (findNotMade(index, query)[0] ?? null) === near,
        minPrice === undefined || first.every(({ price }) => price >= minPrice),
        page !== undefined || (found.length > 0 && isFound(one, found)),
      ].every(Boolean)
      return isRight ? [] : `${query}: ${slugs.slice(0, 4)}`
    })
    expect(missed.length / queries.length, missed.join('; ')).toBeLessThanOrEqual(0.03)
  })

  test.each([
    ['plurals in Devanagari', 'साड़ियां साड़ियों जूतों अंगूठियाँ बालियां झुमकों चूड़ियाँ'],
    ['names of stones and goods in Devanagari', 'नीलम पन्ना पर्स चप्पल शॉल'],
    ['a word whose first letter is wrong, missing or swapped', 'nracelet ecklace iamond awtch'],
    ['plurals and short words with a typing error', 'wacthes shoess rng blt bga walllet'],
    ['the name of the house', 'kairavi luxury'],
  ])('finds %s', (_what, queries) =>
    expect(queries.split(' ').filter((query) => search(query).length === 0)).toEqual([]),
  )

  test('takes no short word for one of another first letter', () => {
    expect(search('candle')).toEqual([])
  })

  test.each([
    ['rose', 'gulab-faceted-rose-extrait'],
    ['lambskin handbag', 'rani-quilted-flap-bag'],
    ['silk stole', 'banaras-silk-brocade-stole'],
    ['blue dial watch', 'sagar-diver-300-watch'],
    ['amber perfume', 'noor-amber-eau-de-parfum'],
    ['pt950 ring', 'anant-step-cut-eternity-band'],
    ['mother-of-pearl clutch', 'raat-lotus-minaudiere'],
    ['काला चश्मा', 'bombay-square-sunglasses'],
    ['red colour saree', 'kashi-banarasi-silk-saree'],
    ['housewarming gift', 'ratna-enamel-trinket-box ladakh-lambswool-throw-set'],
    ['rakhi gift for sister', 'neelam-oval-halo-pendant banaras-silk-brocade-stole'],
  ])('%s begins with what it names', (query, slugs) => {
    const found = search(query).map(({ slug }) => slug)
    expect(found.slice(0, slugs.split(' ').length).toSorted()).toEqual(slugs.split(' ').toSorted())
  })

  test.each([
    ['the name of a technical detail', 'uv protection', 'sunglasses'],
    ['its kind before a word that may be a typing error', 'watch winder', 'watches'],
  ])('finds by %s', (_what, query, category) => {
    const found = search(query).slice(0, 4)
    expect(found.map((piece) => piece.category)).toEqual(Array(4).fill(category))
  })

  test('takes the crystal of a watch for no blue stone', () => {
    const categories = search('sapphire glass').map(({ category }) => category)
    expect(categories).toEqual(Array(6).fill('watches'))
  })

  test('gives no sister what brothers get', () => {
    const slugs = search('rakhi gift for sister').map(({ slug }) => slug)
    expect(slugs.slice(0, 4).filter((slug) => /kalam|tara|asha/.test(slug))).toEqual([])
  })

  test('suggests no title for its letters before what has the word', () => {
    const [first] = suggest(index, 'pen').at(-1)?.suggestions ?? []
    expect(first?.product?.slug).toBe('kalam-lacquer-fountain-pen')
  })

  test('a search for a kind of piece begins with one, whatever word stands before or after it', () => {
    const kinds = {
      ring: /^(?:ekta|anant)/,
      earrings: /^(?:panna|mayur)/,
      bracelet: /^(?:yamuna|meenakari)/,
      watch: /-watch$/,
      bag: /-bag$|tote|minaudiere|potli/,
      clutch: /minaudiere|potli/,
      wallet: /^asha/,
      scarf: /^(?:phool|banaras-|himal|pashm)/,
      saree: /^kashi/,
      heels: /^chandrika/,
      sandals: /^kolhapur/,
      sunglasses: /-sunglasses$/,
    }
    const words =
      'gold silver black red green blue emerald ruby pearl diamond silk leather steel enamel small designer mens ladies wedding party office luxury'
    const missed = Object.entries(kinds).flatMap(([kind, pattern]) =>
      words
        .split(' ')
        .flatMap((word) => [`${word} ${kind}`, `${kind} for ${word}`])
        .filter((query) => !pattern.test(search(query)[0]?.slug ?? '')),
    )
    expect(missed).toEqual([])
  })

  test('what answers a word answers its Hindi word, too', () => {
    expect(search('anguthi').map(({ slug }) => slug)).toContain('anant-step-cut-eternity-band')
  })

  test('the word of a category puts no piece before those that the other words mean', () => {
    const slugs = search('bag for a party').map(({ slug }) => slug)
    expect(slugs.slice(0, 2).toSorted()).toEqual([
      'banarasi-brocade-potli',
      'raat-lotus-minaudiere',
    ])
  })

  test('answers queries of each kind among the first three', () => {
    const ofPieces = salespersonQueries.filter(({ kind }) => kind)
    const ofHelp = helpQueries.filter(({ kind }) => kind)
    const kinds = Map.groupBy([...ofPieces, ...ofHelp], ({ kind }) => kind)
    expect([...kinds.values()].map(({ length }) => length)).toEqual(Array(7).fill(10))
    const missed = [
      ...ofPieces.filter((query) => !isIn(query, search(query.query).slice(0, 3))),
      ...ofHelp.filter(({ query, page }) => !listHrefs(query).slice(0, 3).includes(page)),
    ]
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(4)
  })

  const random = createRandom(27)
  const randomLetter = () => String.fromCharCode(97 + random.whole(0, 25))

  test('finds 95 % of the titles with a wrong, a missing or a swapped letter', () => {
    const missed = catalog.flatMap(({ slug, title }) => {
      // A letter of the longest word, which a typing error does not turn into another word.
      const word = title.split(/[^\p{L}]+/u).reduce((a, b) => (b.length > a.length ? b : a))
      const position = title.indexOf(word) + random.whole(1, word.length - 2)
      const [before, rest] = [title.slice(0, position), title.slice(position)]
      return [
        before + randomLetter() + rest.slice(1),
        before + rest.slice(1),
        before + (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2),
      ].filter((query) => !isIn({ first: [slug] }, search(query).slice(0, 3)))
    })
    expect(missed.length / (3 * catalog.length), missed.join(', ')).toBeLessThanOrEqual(0.05)
  })

  test('finds the same for 99 % of the words of kinds and materials with a key too many, too few, wrong or swapped', () => {
    const words =
      'watches handbag jewellery perfume sunglasses accessories earrings necklace pendant bracelet jhumka saree shawl scarf wallet belt cufflinks clutch bucket emerald sapphire diamond platinum leather cashmere pashmina enamel titanium chronograph automatic aviator loafer oxford sandal attar sandalwood saffron vanilla solitaire brocade fountain'
    const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
    const listNeighbours = (letter: string) =>
      rows.flatMap((row) => {
        const place = row.indexOf(letter)
        return place < 0 ? [] : [row[place - 1] ?? '', row[place + 1] ?? '']
      })
    const typed = words.split(' ').flatMap((word) => {
      const first = new Set(search(word).slice(0, 4))
      return [...word].flatMap((letter, place) => {
        if (place === 0) return []
        const [before, after] = [word.slice(0, place), word.slice(place + 1)]
        return [
          after,
          letter + letter + after,
          (after[0] ?? '') + letter + after.slice(1),
          ...listNeighbours(letter).map((other) => other + after),
        ].map((rest) => ({ query: before + rest, first }))
      })
    })
    const missed = typed.flatMap(({ query, first }) => {
      const [found] = search(query)
      return found && first.has(found) ? [] : query
    })
    expect(missed.length / typed.length, missed.join(' ')).toBeLessThanOrEqual(0.01)
  })

  test('finds nothing for 198 of 200 words without a meaning', () => {
    const words = Array.from({ length: 200 }, () =>
      Array.from({ length: random.whole(5, 12) }, randomLetter).join(''),
    )
    expect(words.filter((word) => search(word).length > 0).length).toBeLessThanOrEqual(2)
  })

  test.each(['', '  ', '!?', 'the', '__proto__', '🪷', 'no such thing', 'umbrella'])(
    'finds nothing for "%s"',
    (query) => expect(searchIndex(index, query)).toEqual([]),
  )

  test('finds products with most of the words where none has all', () => {
    const [best] = search('emerald zeppelin')
    expect(best?.slug).toBe(search('emerald')[0]?.slug)
  })

  test('finds every word of a vocabulary of 70,000 words', () => {
    const highlights = (from: number) =>
      Array.from({ length: 100 }, (_, position) => `serial${from * 100 + position}x`)
    const large = createSearchIndex(
      Array.from({ length: 700 }, (_, position) => ({
        ...product,
        highlights: highlights(position),
      })),
      searchRules,
    )
    for (const serial of [0, 54_000, 65_535, 65_536, 69_999])
      expect(searchIndex(large, `serial${serial}x`)).toMatchObject([
        { position: Math.floor(serial / 100) },
      ])
  })
})

test('only the first twelve words count, so that a long query costs no more', () => {
  const list = (...words: string[]) =>
    searchIndex(index, words.join(' ')).map(({ position }) => position)
  const emerald = (count: number) => Array<string>(count).fill('emerald')
  expect(list(...emerald(12), 'watch')).toEqual(list('emerald'))
  expect(list(...emerald(11), 'watch')).not.toEqual(list('emerald'))
  // No backtracking over a long number.
  const start = process.threadCpuUsage()
  parsePriceWords(`under ${'1'.repeat(50_000)}${' '.repeat(50_000)}x`)
  expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(3_000)
})

test.each([
  ['under 50k', 0, 50_000, ''],
  ['watch below 2 lakh', 0, 2_00_000, 'watch'],
  ['rings less than ₹1,50,000', 0, 1_50_000, 'rings'],
  ['above 1.5 lakhs', 1_50_000, Infinity, ''],
  ['bags between 50k and 1 lakh', 50_000, 1_00_000, 'bags'],
  ['1-2 lakh', 1_00_000, 2_00_000, ''],
  ['bags 50000 to 1 lakh', 50_000, 1_00_000, 'bags'],
  ['20000 to 30000', 20_000, 30_000, ''],
  ['40 to 1000', 40, 1_000, ''],
  ['gold > rs. 2.5 cr', 2_50_00_000, Infinity, 'gold'],
  ['< inr 9 thousand', 0, 9_000, ''],
  ['bags under 2 lacs', 0, 2_00_000, 'bags'],
  ['under 20000 rupees', 0, 20_000, ''],
  ['perfume 15000 tak', 0, 15_000, 'perfume'],
  ['ghadi 1 lakh se kam', 0, 1_00_000, 'ghadi'],
  ['sunglasses 25k or less', 0, 25_000, 'sunglasses'],
  ['watch budget 60 hazaar', 0, 60_000, 'watch'],
  ['rings 3 lakhs and above', 3_00_000, Infinity, 'rings'],
  ['2 crores se upar', 2_00_00_000, Infinity, ''],
  ['watch around 40k', 30_000, 50_000, 'watch'],
])('parsePriceWords(%s)', (query, min, max, rest) => {
  const parsed = parsePriceWords(query)
  expect(parsed.range).toEqual({ min, max })
  expect(parsed.rest.trim()).toBe(rest)
})

test.each([
  'shoes 42 to 45',
  'shoes 42 or more',
  'eau de parfum 100 ml',
  'about 12 roses',
  'from jaipur',
  'under the moon',
])('parsePriceWords(%s) has no range', (query) =>
  expect(parsePriceWords(query)).toEqual({ range: null, rest: query.toLowerCase() }),
)

test('a stem is the singular', () => {
  const input =
    'watches boxes dishes glasses rings berries ties bowties scarves glass bus iris gas ring'
  const stems = 'watch box dish glass ring berry tie bowtie scarf glass bus iris gas ring'
  expect(toStems(input).join(' ')).toBe(stems)
})

test('the words of a category are stems: others would match no query', () => {
  const words = listCategoryWords()
  expect(toStems(words.join(' '))).toEqual(words)
})

test.each([
  ['emerald rings', ['ekta-brilliant-solitaire-ring', 'anant-step-cut-eternity-band']],
  ['cheapest bags', ['banarasi-brocade-potli', 'raat-lotus-minaudiere']],
  ['most expensive watch', ['vajra-octagon-integrated-watch', 'rohini-chronograph-watch']],
])('%s begins with %j', (query, slugs) =>
  expect(
    search(query)
      .slice(0, slugs.length)
      .map(({ slug }) => slug),
  ).toEqual(slugs),
)

test.each([
  ['ring', 'ring', 0],
  ['jewlery', 'jewelry', 1],
  ['braclet', 'bracelet', 1],
  ['emeraldd', 'emerald', 1],
  ['sapphire', 'pearl', 3],
])('countTypos(%s, %s) is %i', (a, b, typos) => expect(countTypos(a, b, 2)).toBe(typos))

test.each([
  ['Watches', 'watches'],
  ['jewellery', 'jewelry'],
  ['jewlery', 'jewelry'],
  ['handbags', 'bags'],
  ['goggles', 'sunglasses'],
  ['emerald', null],
  ['red shoes', null],
])('findNamedCategory(%s) is %s', (query, category) =>
  expect(findNamedCategory(query, index.categories)).toBe(category),
)

test('findNearestQuery finds a query with results, or none', () => {
  expect(search(findNearestQuery(index, 'emeraldine') ?? '').length).toBeGreaterThan(0)
  for (const query of ['zzzz', 'umbrella']) expect(findNearestQuery(index, query)).toBeNull()
})

test.each(['new arrivals', 'latest', 'best sellers'])('%s finds the newest first', (query) => {
  const found = searchIndex(index, query).map(({ position }) => index.publishedAt[position])
  expect(found).toEqual(index.publishedAt.toSorted((a, b) => b - a))
})

test.each([
  ['Gold', ['ekta-brilliant-solitaire-ring', 'yamuna-tennis-bracelet']],
  ['Platinum', ['anant-step-cut-eternity-band']],
  ['Silver', ['mayur-pearl-jhumka-earrings', 'meenakari-enamel-kada']],
])('the material %s has pieces of it, and none that only looks like it', (name, slugs) => {
  const id = index.materials.indexOf(name)
  const found = index.slug.filter((_, position) => index.material.at(position).includes(id))
  expect(found).toEqual(expect.arrayContaining(slugs))
  for (const slug of ['sitara-petite-seconde-watch', 'kamar-smooth-calf-belt'])
    expect(found).not.toContain(slug)
  const goldTone = index.materials.indexOf('Gold-tone')
  for (const slug of slugs)
    expect(index.material.at(index.slug.indexOf(slug))).not.toContain(goldTone)
})

test.each([
  [{ Dial: 'Natural mother-of-pearl' }, 'watches', ['Mother-of-pearl']],
  [{ Dial: 'Pearl' }, 'watches', ['Pearl']],
  [{ Bottle: 'Glass', Cap: 'Gold' }, 'perfumes', ['Glass']],
])('the materials of %o in %s are %j', (technicalDetails, category, materials) =>
  expect(listMaterials({ ...product, technicalDetails, category })).toEqual(materials),
)

describe('rules of editors', () => {
  const withRules = (rules: Partial<typeof searchRules>) => ({
    ...index,
    rules: { ...searchRules, ...rules },
  })
  const find = (rules: Partial<typeof searchRules>, query: string) =>
    findProducts(withRules(rules), query).map(({ slug }) => slug)
  const [first = '', second = '', third = ''] = find({}, 'ring')

  test.each([
    ['a word', 'zeppelin, rings', 'Zeppelins', true],
    ['a phrase of two words', 'nose pin, ring', 'gold nose pins', true],
    ['a phrase of three words', 'Jaipur ear cuff, ring', 'jaipur ear cuff', true],
    ['a word of another row', 'airship, ring', 'zeppelin', false],
  ])('%s of a row finds the others: %s, %s', (_what, row, query, isFound) =>
    expect(find({ same: [row] }, query).includes(first)).toBe(isFound),
  )

  test('a pair works in one direction', () => {
    const slug = 'minaudiere'
    const rules = { same: [], means: [['balloon', slug] as [string, string]] }
    expect(find(rules, 'balloon')).toEqual(find(rules, slug))
    expect(find({ ...rules, means: [[slug, 'balloon']] }, 'balloon')).toEqual([])
  })

  test.each([
    ['the first', 'Rings', [third], 'ring', [third, first, second]],
    ['two, in their order', 'ring', [third, second], 'ring', [third, second, first]],
    ['one that is not on sale', 'ring', ['gone', second], 'ring', [second, first, third]],
    ['one of another search', 'gold ring', [third], 'ring', [first, second, third]],
  ])('pinned products come first: %s', (_what, pinnedTo, slugs, query, expected) =>
    expect(find({ pins: [[pinnedTo, slugs]] }, query).slice(0, 3)).toEqual(expected),
  )

  test('a pin of a search without results is its result; the list of titles keeps its order', () => {
    expect(find({ pins: [['zeppelin', [third]]] }, 'zeppelin')).toEqual([third])
    const list = (pins: typeof searchRules.pins) => {
      const withPins = withRules({ pins })
      const entries = toSearchEntries(withPins)
      const meant = searchIndex(withPins, 'ring').flatMap(({ position }) => entries[position] ?? [])
      return applyFilters(entries, { ...NO_FILTERS, search: 'ring' }, meant)
    }
    const shoe = catalog.find(({ category }) => category === 'shoes')?.slug ?? ''
    const pinned = list([['ring', [list([]).list.at(-1)?.slug ?? '', shoe]]])
    expect(pinned.list).toEqual(list([]).list)
    expect(pinned.also[0]?.slug).toBe(shoe)
  })

  test('the replay lists what differs, first what finds nothing any more', () => {
    const queries = ['saree', 'zeppelin', 'odhni', 'watch'].map((query, position) => ({
      query,
      searches: 10 - position,
    }))
    const after = withRules({ same: ['zeppelin, watch'], pins: [['saree', [third]]] })
    const changes = sortChanges(
      queries.flatMap((query) => compareSearch(findFirst(index, query.query), after, query) ?? []),
    )
    expect(changes).toMatchObject([
      { query: 'odhni', after: { count: 0, first: [] } },
      { query: 'saree', after: { first: [third, ...find({}, 'saree').slice(0, 3)] } },
      { query: 'zeppelin', before: { count: 0 }, after: { count: find({}, 'watch').length } },
    ])
  })
})

describe('help', () => {
  test('leads at least 95 % of the words of help to their pages, among the first four', () => {
    expect(helpQueries.length).toBeGreaterThanOrEqual(40)
    const missed = helpQueries.filter(
      ({ query, page }) => !listHrefs(query).slice(0, 4).includes(page),
    )
    expect(missed.length / helpQueries.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05)
  })

  test('stands before pieces, of which a few remain', () => {
    expect(suggest(index, 'gift').map(({ title }) => title)).toEqual(['Help', 'Pieces'])
    expect(search('gift').length).toBeGreaterThan(0)
    // The link of the home page.
    expect(search('gifts under 15000').length).toBeGreaterThan(3)
  })

  test.each(['', 'watch', 'silk saree', 'carre', 'reflex', 'order'.repeat(400)])(
    'is not offered for "%s"',
    (query) => expect(findHelp(query)).toEqual([]),
  )

  test('leads to sections that the pages have', () => {
    const titles = listAnchors(
      [...shippingPage.sections, ...sizesPage.sections].map(({ title }) => title),
    )
    for (const { page } of helpQueries) {
      const [, anchor] = page.split('#')
      if (anchor) expect(titles).toContain(anchor)
    }
  })
})

test.each([
  ['22k gold', 5],
  ['ring size', 3],
])('%s shows %i pieces: what is said in passing of others is left out', (query, count) =>
  expect(search(query)).toHaveLength(count),
)

describe('suggest', () => {
  const labels = (text: string) =>
    suggest(index, text).map(({ title, suggestions }) => [
      title,
      ...suggestions.map(({ label }) => label),
    ])

  test('offers the category that a text names, then its pieces', () => {
    const [categories, products] = labels('watch')
    expect(categories).toEqual(['Categories', 'Watches'])
    expect(products?.[0]).toBe('Pieces')
    expect(products).toHaveLength(6)
    expect(listHrefs('jewlery')[0]).toBe('/shop/jewelry')
  })

  test.each(['emerald', 'tote', 'silk', 'braclet', 'oud'])(
    'offers for "%s" at most ten, and first a piece that the results have',
    (text) => {
      const hrefs = listHrefs(text)
      expect(hrefs.length).toBeLessThanOrEqual(10)
      const found = search(text).map(({ slug }) => productPath(slug))
      expect(found).toContain(hrefs.find((href) => href.startsWith('/product/')))
    },
  )

  test('offers a category while its word is typed', () =>
    expect(labels('per')[0]).toEqual(['Categories', 'Perfumes']))

  test.each(['', '  ', 'zzzz'])('offers nothing for "%s"', (text) =>
    expect(suggest(index, text)).toEqual([]),
  )
})

test('suggestRecent offers the last searches, examples, and the opened products that are still there', () => {
  const [searches, examples, products] = suggestRecent(
    index,
    ['a & b'],
    ['gone', 'safar-saddle-stitched-tote'],
  )
  expect(searches?.suggestions).toEqual([{ label: 'a & b', href: '/shop?search=a%20%26%20b' }])
  expect(examples?.suggestions.map(({ label }) => label)).toEqual(SEARCH_EXAMPLES)
  expect(products?.suggestions.map(({ label }) => label)).toEqual(['Safar Tote'])
  const [other, none] = suggestRecent(undefined, [], ['gone'])
  expect([other?.title, none]).toEqual(['Examples', undefined])
})

test('suggestions say “From” before the lowest of several prices, and name a category as it is written', () => {
  const rows = [
    { choice: { Size: 'S' }, stock: 1 },
    { choice: { Size: 'M' }, stock: 1, price: 2_000 },
  ]
  const ring = { ...product, category: 'sadi-shawls', variants: rows }
  const names = { 'sadi-shawls': 'Sāḍī & Shawls' }
  const own = createSearchIndex([ring, { ...product, slug: 'sun-ring' }], searchRules, names)
  const found = suggest(own, 'ring').flatMap(({ suggestions }) => suggestions)
  expect(found.map((result) => [result.product?.slug, result.product?.isFrom])).toEqual([
    ['moon-ring', true],
    ['sun-ring', false],
  ])
  expect(suggest(own, 'sadi')[0]?.suggestions[0]).toMatchObject({
    label: 'Sāḍī & Shawls',
    href: '/shop/sadi-shawls',
  })
  expect('from' in createSearchIndex([product], searchRules)).toBe(false)
})
