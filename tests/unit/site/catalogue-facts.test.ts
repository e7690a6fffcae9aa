import { describe, expect, test } from 'vitest'
import type { CatalogueEntry } from '#src/contract/entry.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'

// Facts that a product states more than once agree: materials, measures, sizes and offers between
// texts, technical details and the texts of its pictures.

const entries = readEntries(DEFAULT_SEED_DIR)
const inCategory = (category: string) => entries.filter((entry) => entry.category === category)

const details = ({ technicalDetails }: CatalogueEntry): string =>
  Object.entries(technicalDetails)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Texts that name a product at a glance. */
const summary = ({ title, subtitle, highlights, pictures }: CatalogueEntry): string[] => [
  title,
  subtitle,
  ...highlights,
  ...pictures.map(({ alt }) => alt),
]

const allTexts = (entry: CatalogueEntry): string =>
  [
    ...summary(entry),
    entry.tagline,
    details(entry),
    ...entry.description.map(({ content }) => content),
    ...entry.offers.map(({ title, detail }) => `${title}: ${detail}`),
    `${entry.warranty.duration} ${entry.warranty.type}`,
  ].join('\n')

const collect = (faults: (entry: CatalogueEntry) => string[], from = entries): string[] =>
  from.flatMap((entry) => faults(entry).map((fault) => `${entry.slug}: ${fault}`))

const MATERIALS =
  'acetate,brass,calf,cashmere,enamel,gold-tone,goatskin,lacquer,lambskin,lambswool,leather,linen,mother-of-pearl,nappa,nylon,onyx,pashmina,platinum,saffiano,satin,silk,silver,steel,suede,titanium,topaz,velvet'.split(
    ',',
  )

/** Words that hold for a material of the technical details. */
const COVERED_BY: Record<string, RegExp> = {
  leather: /leather|calf|lambskin|goatskin|nappa/i,
  'gold-tone': /gold-tone|gold tone/i,
}

/** Colours and props of the pictures that are no material of the product. */
const NO_MATERIAL = /silver sunray|silver dial|linen bust|pearl-centred|brass (?:rail|ring)/gi

describe('materials', () => {
  test('that title, subtitle, highlights and pictures name are among the technical details', () => {
    const faults = collect((entry) => {
      const stated = details(entry)
      const named = summary(entry).join('\n').replace(NO_MATERIAL, '')
      return MATERIALS.filter((material) =>
        new RegExp(`\\b${material}\\b`, 'i').test(named),
      ).filter(
        (material) =>
          !(COVERED_BY[material] ?? new RegExp(`\\b${material}\\b`, 'i')).test(stated) &&
          !entry.description.some(({ content }) => content.toLowerCase().includes(material)),
      )
    })
    expect(faults).toEqual([])
  })

  test('of a shoe’s or a bag’s picture are those of its upper', () => {
    const faults = collect(
      ({ pictures, technicalDetails }) => {
        const main = technicalDetails['Upper'] ?? technicalDetails['Material'] ?? ''
        const alt = pictures.map((picture) => picture.alt).join(' ')
        const cloth = ['silk', 'satin', 'brocade', 'velvet'].filter((word) => alt.includes(word))
        return cloth.filter((word) => !main.toLowerCase().includes(word))
      },
      [...inCategory('shoes'), ...inCategory('bags')],
    )
    expect(faults).toEqual([])
  })
})

const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
// Longer words first: `eighteen` begins with `eight`.
const NUMBER = `(?:\\d[\\d,.]*|${WORDS.toReversed().join('|')})`
const toNumber = (text: string): number =>
  WORDS.includes(text.toLowerCase())
    ? WORDS.indexOf(text.toLowerCase())
    : Number(text.replaceAll(',', ''))

const UNITS: Record<string, RegExp> = {
  mm: /mm|millimetres?/,
  ml: /ml/,
  ct: /ct/,
  g: /g|grams?/,
  hours: /hours?/,
  kt: /kt/,
}

/** The amounts of a unit in a text. `40 x 25 mm` and `42 or 45 cm` have two. */
function findAmounts(text: string, unit: RegExp): number[] {
  const list = `${NUMBER}(?:(?:\\s*[×x]\\s*|\\s+(?:to|or|and)\\s+)${NUMBER})*`
  return [...text.matchAll(new RegExp(`\\b(${list})[ -]?(?:${unit.source})\\b`, 'gi'))].flatMap(
    ([, amounts = '']) => (amounts.match(new RegExp(NUMBER, 'gi')) ?? []).map(toNumber),
  )
}

describe('measures', () => {
  test.each(Object.entries(UNITS))(
    'in %s of the summary are those of the technical details',
    (_, unit) => {
      const faults = collect((entry) => {
        const stated = findAmounts(details(entry), unit)
        if (stated.length === 0) return []
        return summary(entry).flatMap((text) =>
          findAmounts(text, unit)
            .filter((amount) => !stated.includes(amount) && !isBound(text))
            .map((amount) => `${amount} in "${text}"`),
        )
      })
      expect(faults).toEqual([])
    },
  )

  /** `under 15 mm` and `block ultraviolet light to 400 nm` name a bound, not a measure. */
  const isBound = (text: string): boolean => /\bunder\b|\bultraviolet\b/i.test(text)

  test('of a movement agree in all texts', () => {
    const faults = collect((entry) => {
      const hours = findAmounts(entry.technicalDetails['Movement'] ?? '', /hours/)
      return findAmounts(entry.highlights.join('\n'), /hours/)
        .filter((amount) => !hours.includes(amount))
        .map((amount) => `${amount} hours`)
    }, inCategory('watches'))
    expect(faults).toEqual([])
  })

  test('of a perfume are its volume everywhere', () => {
    const faults = collect((entry) => {
      const volume = entry.technicalDetails['Volume'] ?? ''
      const texts = [...summary(entry), entry.variant['Volume'] ?? '']
      return findAmounts(texts.join('\n'), /ml/)
        .filter((amount) => volume !== `${amount} ml`)
        .map((amount) => `${amount} ml, not ${volume}`)
    }, inCategory('perfumes'))
    expect(faults).toEqual([])
  })
})

describe('sizes', () => {
  test('of the options are within those of the technical details', () => {
    const faults = collect(({ options, technicalDetails }) => {
      const text = technicalDetails['Sizing'] ?? technicalDetails['Sizes']
      const sizes = options.find(({ name }) => name === 'Size')?.values
      const [from, to] = /(\d+) to (\d+)/.exec(text ?? '')?.slice(1) ?? []
      if (!sizes || !from) return []
      const numbers = sizes.map((size) => Number(/[\d.]+/.exec(size)?.[0]))
      return numbers[0] === Number(from) && numbers.at(-1) === Number(to)
        ? []
        : [`${sizes.join('/')} is not ${text}`]
    })
    expect(faults).toEqual([])
  })

  test('of a kada each have their diameter', () => {
    const kada = entries.find(({ slug }) => slug === 'meenakari-enamel-kada')
    const diameters = kada?.technicalDetails['Inner diameter'] ?? ''
    for (const size of kada?.options[0]?.values ?? []) expect(diameters).toContain(`(${size})`)
  })
})

const PRECIOUS = /^(?:18 kt|14 kt|Clasp in 14 kt|Platinum 950)/
const GEMS = /diamond|emerald(?! cut)|sapphire/i

describe('the trade', () => {
  test('jewelry names its metal with its fineness, and the hallmark of the same', () => {
    const faults = collect(({ technicalDetails }) => {
      const { Metal = '', Hallmark = '' } = technicalDetails
      const fineness = /\((750|585)\)|(950|925)/.exec(Metal)?.slice(1).find(Boolean)
      return fineness && Hallmark.includes(fineness) ? [] : [`${Metal} · ${Hallmark}`]
    }, inCategory('jewelry'))
    expect(faults).toEqual([])
  })

  test('precious stones have a carat weight, an origin, colour, clarity and a certificate', () => {
    const faults = collect(({ technicalDetails }) => {
      const stones = Object.entries(technicalDetails).filter(
        ([name, value]) => GEMS.test(value) && !/colour/i.test(name),
      )
      if (stones.length === 0) return []
      const missing = stones
        .filter(([, value]) => !/\d ct\b/.test(value) || !/laboratory-grown|natural/i.test(value))
        .map(([name]) => name)
      for (const name of ['Colour and clarity', 'Certificate'])
        if (!technicalDetails[name]) missing.push(name)
      return missing
    }, inCategory('jewelry'))
    expect(faults).toEqual([])
  })

  test('a laboratory-grown stone is named so in the subtitle or the highlights', () => {
    const faults = collect((entry) => {
      const isGrown = /laboratory-grown/i.test(details(entry))
      const says = /laboratory-grown/i.test(`${entry.subtitle} ${entry.highlights.join(' ')}`)
      return isGrown && !says ? ['does not say so'] : []
    })
    expect(faults).toEqual([])
  })

  test('precious metal is never called gold-tone or platinum-tone', () => {
    const faults = collect(
      (entry) => allTexts(entry).match(/(?:gold|platinum)[- ]tone/gi) ?? [],
      inCategory('jewelry').filter(({ technicalDetails }) =>
        PRECIOUS.test(technicalDetails['Metal'] ?? ''),
      ),
    )
    expect(faults).toEqual([])
  })

  test.each([
    ['watches', ['Movement', 'Movement maker', 'Water resistance', 'Crystal']],
    ['perfumes', ['Volume', 'Concentration', 'Ingredients', 'Allergens', 'Batch', 'Best within']],
    ['jewelry', ['Metal', 'Hallmark', 'Gross weight']],
    ['sunglasses', ['Lens width', 'Bridge', 'Temple length', 'Lens category', 'UV protection']],
    ['shoes', ['Upper', 'Lining', 'Sole']],
    ['bags', ['Dimensions', 'Weight']],
    ['clothing', ['Material', 'Care']],
  ])('%s have %o', (category, names) => {
    const faults = collect(
      ({ technicalDetails }) => names.filter((name) => !technicalDetails[name]),
      inCategory(category),
    )
    expect(faults).toEqual([])
  })
})

const NOUNS: Record<string, RegExp> = {
  watches: /watch/i,
  perfumes: /parfum|attar/i,
  sunglasses: /sunglasses/i,
  bags: /bag|tote|minaudière|potli/i,
  jewelry: /ring|band|bracelet|earrings|pendant|kada|necklace/i,
  shoes: /pump|loafer|oxford|jutti|sandal|flat/i,
  clothing: /stole|wrap|scarf|tie|shawl|saree|throw/i,
  accessories: /wallet|belt|card holder|cufflinks|pen|box/i,
}

describe('the selling texts', () => {
  test('a title names what the piece is, and its first picture the piece', () => {
    const faults = collect(({ title, category, pictures }) => [
      ...(NOUNS[category]?.test(title) ? [] : [title]),
      ...(pictures[0]?.alt.includes(title.split(' ')[0] ?? '') ? [] : [pictures[0]?.alt ?? '']),
    ])
    expect(faults).toEqual([])
  })

  test('at most five pieces are reduced', () => {
    expect(entries.filter(({ listPrice }) => listPrice !== undefined).length).toBeLessThanOrEqual(5)
  })

  test('an offer that writes on the piece has a field, whose length it names', () => {
    const faults = collect(({ offers }) =>
      offers.flatMap(({ title, detail, field }) => {
        if (!/^(?:engraving|initial|monogram|case-back)/i.test(title))
          return field ? [`${title} has a field`] : []
        const [amount = ''] = new RegExp(`(?<=up to )${NUMBER}`, 'i').exec(detail) ?? []
        if (!field) return [`${title} has no field`]
        return amount === '' || toNumber(amount) === field.maxLength ? [] : [`${title}: ${detail}`]
      }),
    )
    expect(faults).toEqual([])
  })

  test('no offer asks for a letter after ordering', () => {
    expect(collect((entry) => allTexts(entry).match(/write to us after ordering/gi) ?? [])).toEqual(
      [],
    )
  })
})
