import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

// Inputs as they come from programs, keyboards and other shops, by the kind of what they try.

const toUtf16 = (text: string, { isBigEndian = false, mark = true } = {}) => {
  const units = [...`${mark ? '\ufeff' : ''}${text}`].map((letter) => letter.charCodeAt(0))
  return Uint8Array.from(
    units.flatMap((unit) => {
      const bytes = [unit & 255, unit >> 8]
      return isBigEndian ? bytes.toReversed() : bytes
    }),
  )
}

/** One byte for each letter. */
const toBytes = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))

/** What a file would change of product a, or why it is refused. */
const checkFile = async (editor: ApiClient, file: string | Uint8Array<ArrayBuffer>) => {
  const csv = { 'Content-Type': 'text/csv' }
  const { body } = await editor.post('/editor/import?dryRun=true', file, csv)
  if (body.message) return body.message as string
  const errors = (body.errors as { line: number; message: string }[]).map(
    ({ line, message }) => `${line}: ${message}`,
  )
  if (errors.length > 0) return errors
  const [change] = body.changes as { cells: { column: string; after: string }[] }[]
  return Object.fromEntries((change?.cells ?? []).map(({ column, after }) => [column, after]))
}

const test = base
  .extend('desk', ({ launch }) => ({
    ...launch,
    check: (file: string) => checkFile(launch.editor, file),
  }))
  /** In a shop that the tests of the file share: a check changes nothing. */
  .extend('check', { scope: 'file' }, async ({ sharedShop }) => {
    await addProducts(sharedShop, { slug: 'a', price: 100 }, { slug: 'b', price: 200 })
    const editor = await sharedShop.createSignedInUser('editor')
    return (file: string | Uint8Array<ArrayBuffer>) => checkFile(editor, file)
  })

describe('a file', () => {
  test.for<[name: string, file: string | Uint8Array<ArrayBuffer>, after: Record<string, string>]>([
    ['a mark of UTF-8', '\ufeffslug,tagline\na,सोना\n', { tagline: 'सोना' }],
    ['two marks of UTF-8', '\ufeff\ufeffslug,tagline\na,x\n', { tagline: 'x' }],
    ['UTF-16', toUtf16('slug,tagline\na,Été\n'), { tagline: 'Été' }],
    [
      'UTF-16, big end first',
      toUtf16('slug,tagline\na,Été\n', { isBigEndian: true }),
      { tagline: 'Été' },
    ],
    ['Unicode text of Excel', toUtf16('slug\ttagline\r\na\tÉté, x\r\n'), { tagline: 'Été, x' }],
    ['a delimiter at each end', 'slug,tagline,\na,x,\n', { tagline: 'x' }],
    ['empty columns', 'slug,tagline,,\na,x,,\n', { tagline: 'x' }],
    [
      'a column without a name that a row does not reach',
      'slug,tagline,,\na,x\n',
      { tagline: 'x' },
    ],
    ['blank rows', 'slug,tagline\n\n , \na,x\n,\n\n', { tagline: 'x' }],
    ['other names of headers', ' Address\u00a0, TAGLINE\na,x\n', { tagline: 'x' }],
    ['headers with letters without a look', 'sl\u200bug,tag\u00adline\na,x\n', { tagline: 'x' }],
    ['headers with stars and colons', 'Address *,Tagline:\na,x\n', { tagline: 'x' }],
    ['headers as the form has them', 'slug,Price in ₹\na,1299\n', { price: '1299' }],
    ['inches', 'slug,tagline\na,The 5" ring\n', { tagline: 'The 5" ring' }],
    [
      'doubled quotation marks',
      'slug,tagline\na,"The ""best"" ring"\n',
      { tagline: 'The "best" ring' },
    ],
    ['a formula in quotation marks', "slug,tagline\na,'=1+1\n", { tagline: '=1+1' }],
    ['a break in a cell of semicolons', 'slug;subtitle\na;"x;\ny"\n', { subtitle: 'x; y' }],
    [
      'lines of three programs',
      'slug,tagline,price\r\n\ra,x,120\n',
      { tagline: 'x', price: '120' },
    ],
    ['a break of a slide', 'slug,tagline\na,x\u000by\n', { tagline: 'x y' }],
    ['a break of a web page', 'slug,tagline\na,x\u2028y\n', { tagline: 'x y' }],
    [
      'letters without a look',
      'slug,tagline\na\u200b,\u202eJaipur\u202c\u0007\n',
      { tagline: 'Jaipur' },
    ],
    ['rupees in lakhs', 'slug,price\na,"₹ 1,29,900.00"\n', { price: '129900' }],
    [
      'a day with the year last, which is shown with the name of its month',
      'slug,publishedAt\na,03-04-2026\n',
      { publishedAt: '3 Apr 2026, 12:00 am IST' },
    ],
    [
      'the same with a time',
      'slug,publishedAt\na,3-4-2026 14:30\n',
      { publishedAt: '3 Apr 2026, 2:30 pm IST' },
    ],
    [
      'a time of another zone',
      'slug,publishedAt\na,2026-01-05T10:00:00Z\n',
      { publishedAt: '5 Jan 2026, 3:30 pm IST' },
    ],
    ['a text as a formula', 'slug,tagline\n="a","=""007, gold"""\n', { tagline: '007, gold' }],
    ['numbers with an apostrophe', "slug,price,stock\na,'1299,'7\n", { price: '1299', stock: '7' }],
    ['a year without its hundreds', "slug,tagline\na,'90s ring\n", { tagline: "'90s ring" }],
    [
      'words that look like no value',
      'slug,tagline\na,N/A – or 1-Mar\n',
      { tagline: 'N/A – or 1-Mar' },
    ],
  ])('is read: %s', async ([, file, after], { check }) => {
    expect(await check(file)).toEqual(after)
  })

  const ENCODING = 'which has letters of another encoding: save the file as “CSV UTF-8”.'
  const BINARY = 'The file is not a CSV file: it holds binary data.'
  const ERROR = 'which is an error of a formula or of a narrow column: write the value.'
  const AMOUNT =
    '2: Price must be an amount in rupees with two decimals at most, e.g. 1499.50 or ₹1,29,900.'
  const COUNT = '2: Stock must be a whole number, e.g. 12.'
  const TIME = '2: On sale since must be a time in India, e.g. 2026-11-21 15:00 or 21-11-2026.'

  test.for<[name: string, file: string | Uint8Array<ArrayBuffer>, message: string]>([
    // Encodings and other programs.
    [
      'Windows-1252',
      toBytes('slug,tagline\na,\xc9t\xe9\n'),
      `2: Tagline has “\ufffdt\ufffd”, ${ENCODING}`,
    ],
    [
      'a former Mac',
      toBytes('slug,tagline\ra,Caf\u008e\r'),
      `2: Tagline has “Caf\ufffd”, ${ENCODING}`,
    ],
    [
      'Latin in UTF-8',
      'slug,tagline\na,Itâ€™s a cafÃ©\n',
      `2: Tagline has “Itâ€™s a cafÃ©”, ${ENCODING}`,
    ],
    [
      'Hindi in Latin',
      'slug,tagline\na,à¤¸à¥‹à¤¨à¤¾\n',
      '2: Tagline has “à¤¸à¥‹à¤¨à¤¾”, which has letters',
    ],
    [
      'letters that were lost',
      'slug,tagline\na,A caf\ufffd\n',
      '2: Tagline has “A caf\ufffd”, which has letters',
    ],
    [
      'an address of Windows-1252',
      toBytes('slug,tagline\ncaf\xe9,x\n'),
      '2: “caf\ufffd” is not a slug',
    ],
    ['UTF-16 without a mark', toUtf16('slug,tagline\na,x\n', { mark: false }), BINARY],
    ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), BINARY],
    ['binary data', 'slug,tagline\na,te\u0000st\n', BINARY],
    ['nothing', '', 'The file is empty.'],
    ['a header', 'slug,tagline\n', 'The file has no rows below its header.'],
    ['a web page', '<table>\n<tr><td>slug</td></tr></table>', '1: There is no field "<table>".'],
    // The header.
    ['bars', 'slug|tagline\na|x\n', '1: There is no field "slug|tagline".'],
    [
      'a line above the header',
      'Price list,\nslug,tagline\na,x\n',
      '1: Row 1 is a title. Delete the rows above the header.',
    ],
    [
      'a line that names the delimiter',
      'sep=;\nslug;tagline\na;x\n',
      '1: Row 1 is a title. Delete the rows above the header.',
    ],
    [
      'two columns of one field',
      'slug,tagline,Tagline\na,x,y\n',
      '1: Two columns are for the field "Tagline".',
    ],
    [
      'the header twice',
      'slug,tagline\nSlug,TAGLINE\na,x\n',
      '2: Row 2 repeats the header. Delete it.',
    ],
    // Rows.
    ['a total', 'slug,price\na,120\nTotal,120\n', '3: The last row is a total. Delete it.'],
    [
      'a total in lakhs',
      'slug,price\na,120\n"GRAND TOTAL (Rs., incl. GST)",120\n',
      '3: The last row is a total.',
    ],
    [
      'a total that is no text of the slug',
      'title,slug,price\nA,a,120\nSub-total:,,120\n',
      '3: The last row is a total.',
    ],
    ['a sum between pieces', 'slug,price\nSub Total,5\na,120\n', '2: Row 2 is a total. Delete it.'],
    ['a slug twice', 'slug,tagline\na,x\na,y\n', '3: The slug "a" is already in line 2.'],
    [
      'a slug in another case',
      'slug,tagline\nA,x\n',
      '2: “A” is not a slug. A slug has small letters, digits and single hyphens. Try “a”.',
    ],
    [
      'an address for a slug',
      'slug,tagline\nhttps://kairavi.example/product/a?Size=M,x\n',
      '2: “https://kairavi.example/product/a?Size=M” is not a slug. A slug has small letters, digits and single hyphens. Try “a”.',
    ],
    [
      'dots for a slug',
      'slug,tagline\n..,x\n',
      '2: “..” is not a slug. A slug has small letters, digits and single hyphens.',
    ],
    ['no slug', 'slug,tagline\n,x\n', '2: The slug is missing.'],
    [
      'a row without its last cells',
      'slug,tagline,price\na,x\n',
      '2: The row has fewer cells than the header: Price is missing. Write an empty cell to empty it.',
    ],
    [
      'a new row without its last cells',
      'slug;title;tagline\nnew;N\n',
      '2: The row has fewer cells than the header: Tagline is missing.',
    ],
    [
      'a row with one cell too many',
      'slug,tagline\na,x,y\n',
      '2: The row has more cells than the header.',
    ],
    [
      'a delimiter after a blank and a mark',
      'slug,tagline\na, "The, best"\n',
      '2: The row has more cells',
    ],
    [
      'curly marks around a delimiter',
      'slug,tagline\na,“Gold, best”\n',
      '2: The row has more cells',
    ],
    [
      'a text in a column without a name',
      'slug,tagline,\na,x,y\n',
      '2: “y” is in a column without a name.',
    ],
    [
      'a quotation mark without its end',
      'slug,tagline\na,"The best\n',
      '2: Quoted field unterminated.',
    ],
    // Cells.
    ...[
      '#REF!',
      '#N/A',
      '#NAME?',
      '#DIV/0!',
      '#BEZUG!',
      '#¡REF!',
      '#NV',
      '########',
      'Err:502',
    ].map((word): [string, string, string] => [
      `the error ${word}`,
      `slug,tagline\na,${word}\n`,
      `2: Tagline has “${word}”, ${ERROR}`,
    ]),
    [
      'a number without its digits',
      'slug,tagline\na,8.90123E+12\n',
      '2: Tagline has “8.90123E+12”, which lacks digits: give the column the format of a text.',
    ],
    ['a decimal comma', 'slug;price\na;1299,50\n', AMOUNT],
    ['thousands with a point', 'slug;price\na;12.990\n', AMOUNT],
    ['thousandths', 'slug,price\na,"1,299.995"\n', '2: Price must have at most 2 decimals.'],
    ['rupees with a stroke', 'slug,price\na,"1,29,900/-"\n', AMOUNT],
    ['rupees in letters', 'slug,price\na,Rs. 1299\n', AMOUNT],
    ['lakhs', 'slug,price\na,1.5 lakh\n', AMOUNT],
    ['a word for a number', 'slug,price\na,twelve hundred\n', AMOUNT],
    ['another currency', 'slug,price\na,1299 EUR\n', AMOUNT],
    ['no price', 'slug,price\na,N/A\n', AMOUNT],
    ['a price of two lines', 'slug,price\na,"1\n299"\n', AMOUNT],
    ['a share for a stock', 'slug,stock\na,10%\n', COUNT],
    ['a number with a unit', 'slug,stock\na,5 pcs\n', COUNT],
    ['dozens', 'slug,stock\na,5 dozen\n', COUNT],
    ['a stock of thousands with a point', 'slug,stock\na,1.000\n', COUNT],
    ['a day as a number', 'slug,publishedAt\na,46027\n', TIME],
    ['a day that there is not', 'slug,publishedAt\na,31-02-2026\n', TIME],
    ['a day with strokes', 'slug,publishedAt\na,03/04/2026\n', TIME],
    ['a day of the week', 'slug,publishedAt\na,"Monday, 5th January 2026 10:00"\n', TIME],
    ['the name of a month', 'slug,publishedAt\na,05-Jan-26\n', TIME],
    [
      'a name twice',
      'slug,technicalDetails\na,"Weight: 50 g\nWeight: 60 g"\n',
      '2: Technical details names “Weight” twice.',
    ],
    [
      'two names that read alike',
      'slug,technicalDetails\na,"Weight: 50 g\nWEIGHT: 60 g"\n',
      '2: Technical details has a name twice.',
    ],
    [
      'an address where a heading is missing',
      'slug,description\na,See https://kairavi.example/a\n',
      '2: Sections must be sections of the form',
    ],
  ])('is refused with its line: %s', async ([, file, message], { check }) => {
    const found = await check(file)
    expect([found].flat()[0]).toSatisfy(
      (text: unknown) => String(text).startsWith(message),
      message,
    )
    // No error follows from another one.
    if (/is a title|is a total|repeats|slug is missing/.test(message))
      expect([found].flat()).toHaveLength(1)
  })
})

describe('a category', () => {
  test('is the same in any case, with any blanks, hyphens and accents, or near, or new', async ({
    desk: { check, editor, readProduct },
  }) => {
    const body = { ...getDefaultContent('category:jewelry'), name: 'Fine Jewelry' }
    await editor.post('/editor/content', { id: 'category:fine-jewelry', body })
    const put = async (category: string) => {
      const { revision, entry } = await readProduct('a')
      return editor.put(`/editor/products/${toProductId('a')}`, {
        ...entry,
        category,
        revision,
        seenCounts: { stock: entry.stock },
      })
    }
    const same = ['fine jewelry', 'FINE-JEWELRY', 'Fine_Jewelry', 'Fine  Jewelry']
    const inOtherLetters = [
      'Ｆｉｎｅ Ｊｅｗｅｌｒｙ',
      'Fine\u00a0Jewelry',
      'Fine\u0301 Jewelry',
      'Fine/Jewelry.',
    ]
    for (const name of [...same, ...inOtherLetters])
      expect((await put(name)).body.product?.entry.category, name).toBe('fine-jewelry')
    const near = ['FineJewelry', 'Fine\u200bJewelry', 'Fine Jewellery', 'Fine Jewels', 'Watchs']
    for (const name of [...near, 'W atches', 'Bag', 'Parfums', 'Shop']) {
      const message = expect.stringMatching(/^There is a category “[^”]+” already/)
      expect(await put(name), name).toMatchObject({ status: 400, body: { message } })
      expect(await check(`slug,category\na,${name}\n`), name).toEqual([
        expect.stringMatching(/^2: There is a category/),
      ])
    }
    const refused = ['index', 'all', '.', '..', '2', '404', '-', '%', '٢', ' ']
    for (const name of refused) expect((await put(name)).status, name).toBe(400)
    const made = [
      ['con', 'con'],
      ['api', 'api'],
      ['__proto__', 'proto'],
      ['50% off', '50-off'],
      ['<b>x</b>', 'b-x-b'],
      ['तोहफ़े', 'tohphe'],
      ['தங்கம்', 'tnkm'],
      ['مجوهرات', 'mjwhrt'],
      ['👑', 'crown'],
      ['Kid\u202es', 'kids'],
    ] as const
    for (const [name, address] of made) {
      expect((await put(name)).body.message, name).toMatch(/^There is no category “/)
      const created = { id: `category:${address}`, body: { ...body, name } }
      expect((await editor.post('/editor/content', created)).status, name).toBe(201)
      expect((await put(name)).body.product?.entry.category, name).toBe(address)
    }
  })
})

describe('a product', () => {
  test('has no address that a host reads as another one', async ({ launch: { editor } }) => {
    const create = (slug: string) => editor.post('/editor/products', createCatalogEntry({ slug }))
    for (const slug of [
      '..',
      '.',
      '',
      'index',
      'A',
      'É',
      'a b',
      'a/b',
      'a%20b',
      'a--b',
      '-a',
      'a_b',
      'सोना',
      '__proto__',
    ])
      expect(await create(slug), slug).toMatchObject({ status: 400, body: { field: 'slug' } })
    for (const slug of ['con', 'api', 'new', 'search', '404', 'null', 'constructor'])
      expect((await create(slug)).status, slug).toBe(201)
  })

  test.for([
    ['Cafe\u0301', 'Café'],
    ['A\nB', 'A B'],
    ['A\tB', 'A B'],
    ['A\u2028B', 'A B'],
    ['A\u202eB\u202c', 'AB'],
    ['A\u0007B', 'AB'],
    ['\ufeff Moon \u00a0', 'Moon'],
    ['सोने की अंगूठी', 'सोने की अंगूठी'],
    ['தங்க மோதிரம்', 'தங்க மோதிரம்'],
    ['👨‍👩‍👧‍👦 Family', '👨‍👩‍👧‍👦 Family'],
    ['مجوهرات', 'مجوهرات'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('has the title %j as %j', async ([title, stored], { launch: { editor, readProduct } }) => {
    await editor.post('/editor/products', createCatalogEntry({ slug: 'titled', title }))
    expect((await readProduct('titled')).entry.title).toBe(stored)
  })
})

type Row = NonNullable<CatalogEntry['variants']>[number]
const row = (choice: Record<string, string>, stock: number, own: Partial<Row> = {}): Row => ({
  choice,
  stock,
  ...own,
})
const RING = {
  slug: 'ring',
  price: 12_000,
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['Red', 'Blue'] },
  ],
  variant: { Size: 'S', Colour: 'Red' },
  variants: [
    row({ Size: 'S', Colour: 'Red' }, 4, { price: 9_000 }),
    row({ Size: 'M', Colour: 'Red' }, 5, { sku: 'MR' }),
    row({ Size: 'M', Colour: 'Blue' }, 6),
  ],
}
type Ring = typeof RING

/** The ring with other words for its sizes and options. */
const renameAll = (words: Record<string, string>): Ring =>
  JSON.parse(
    JSON.stringify(RING, (_, part: unknown) => {
      if (typeof part === 'string') return words[part] ?? part
      if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
      return Object.fromEntries(
        Object.entries(part).map(([name, value]) => [words[name] ?? name, value]),
      )
    }),
  )

/** The same with the ids of what is renamed. */
const renameByIds = (words: Record<string, string>) => ({
  ...renameAll(words),
  options: RING.options.map(({ name, values }) => ({
    name: words[name] ?? name,
    id: name,
    values: values.map((value) => words[value] ?? value),
    ids: Object.fromEntries(values.map((value) => [words[value] ?? value, value])),
  })),
})

const cartTest = test.extend('changeRing', ({ studio, shopper }) => {
  const { shop, editor, readProduct } = studio
  /** Saves a change of the ring while a cart has it in size M. @returns the line of the cart. */
  return async (change: object) => {
    await addProducts(shop, RING)
    const productId = toProductId('ring')
    await shopper.post('/cart', { productId, variant: { Size: 'M', Colour: 'Red' }, quantity: 2 })
    const { revision, entry } = await readProduct('ring')
    const seenCounts = {
      stock: entry.stock,
      variants: entry.variants?.map(({ choice, stock }) => ({ choice, stock })),
    }
    const body = { ...entry, ...change, slug: 'ring', revision, seenCounts }
    expect((await editor.put(`/editor/products/${productId}`, body)).status).toBe(200)
    return (await getCart(shopper))[0]
  }
})

describe('a line of the cart in size M', () => {
  cartTest.for<[name: string, change: object, line: object]>([
    [
      'the values in another order',
      { options: RING.options.map(({ name, values }) => ({ name, values: values.toReversed() })) },
      { stock: 5 },
    ],
    ['the options in another order', { options: RING.options.toReversed() }, { stock: 5 }],
    ['the rows in another order', { variants: RING.variants.toReversed() }, { stock: 5 }],
    [
      'values in another case',
      renameAll({ S: 's', M: 'm' }),
      { variant: { Size: 'm', Colour: 'Red' }, stock: 5 },
    ],
    ['values in wide letters', renameAll({ M: 'Ｍ' }), { stock: 5 }],
    [
      'blanks at the end',
      renameAll({ M: 'M ', Size: 'Size ' }),
      { variant: { Size: 'M', Colour: 'Red' }, stock: 5 },
    ],
    [
      'two values renamed',
      renameByIds({ S: 'Small', M: 'Medium' }),
      { variant: { Size: 'Medium', Colour: 'Red' }, stock: 5 },
    ],
    [
      'an option and a value renamed',
      renameByIds({ Size: 'Ring size', M: 'Medium' }),
      { variant: { 'Ring size': 'Medium', Colour: 'Red' } },
    ],
    [
      'another price',
      { variants: RING.variants.map((variant) => ({ ...variant, price: 7_000 })) },
      { price: 7_000 },
    ],
    ['no rows any more', { variants: undefined }, { price: 12_000 }],
  ])('stays with %s', async ([, change, line], { changeRing }) => {
    expect(await changeRing(change)).toMatchObject({
      state: 'available',
      quantity: 2,
      ...line,
    })
  })

  cartTest.for<[name: string, change: object, state: string]>([
    [
      'its value removed',
      { options: [{ name: 'Size', values: ['S'] }, RING.options[1]], variants: [RING.variants[0]] },
      'notOffered',
    ],
    [
      'its option removed',
      {
        options: [RING.options[0]],
        variant: { Size: 'S' },
        variants: [row({ Size: 'S' }, 4), row({ Size: 'M' }, 5)],
      },
      'notOffered',
    ],
    [
      'an option added',
      {
        options: [...RING.options, { name: 'Finish', values: ['Matte', 'Gloss'] }],
        variant: { ...RING.variant, Finish: 'Matte' },
        variants: RING.variants.map((own) => ({
          ...own,
          choice: { ...own.choice, Finish: 'Matte' },
        })),
      },
      'notOffered',
    ],
    [
      'every row sold out',
      { variants: RING.variants.map((own) => ({ ...own, stock: 0 })) },
      'soldOut',
    ],
  ])('cannot be bought with %s', async ([, change, state], { changeRing }) => {
    expect(await changeRing(change)).toMatchObject({ state, stock: 0 })
  })
})

/** From which minute to which one a launch changes product a. */
type Times = [change: object, start: number, end?: number]

describe('launches of one product', () => {
  test.for<[name: string, launches: Times[], prices: number[]]>([
    [
      'back to back',
      [
        [{ price: 90 }, 1, 3],
        [{ price: 80 }, 3, 5],
      ],
      [90, 90, 80, 80, 100, 100],
    ],
    [
      'three in a row',
      [
        [{ price: 90 }, 1, 2],
        [{ price: 80 }, 2, 3],
        [{ price: 70 }, 3, 4],
      ],
      [90, 80, 70, 100, 100, 100],
    ],
    [
      'one within another',
      [
        [{ price: 90 }, 1, 5],
        [{ tagline: 'In' }, 2, 3],
      ],
      [90, 90, 90, 90, 100, 100],
    ],
    [
      'one over another',
      [
        [{ price: 90 }, 1, 3],
        [{ tagline: 'In' }, 2, 5],
      ],
      [90, 90, 100, 100, 100, 100],
    ],
    [
      'the same field over another',
      [
        [{ price: 90 }, 1, 3],
        [{ price: 80 }, 2, 5],
      ],
      [90, 80, 80, 80, 100, 100],
    ],
    [
      'at the same minutes',
      [
        [{ price: 90 }, 1, 3],
        [{ tagline: 'In' }, 1, 3],
      ],
      [90, 90, 100, 100, 100, 100],
    ],
    [
      'one after another without an end',
      [
        [{ price: 90 }, 1],
        [{ price: 80 }, 3, 5],
      ],
      [90, 90, 80, 80, 90, 90],
    ],
  ])('leave the price of each minute: %s', async ([, launches, prices], { launch }) => {
    const { editor, inMinutes, passMinute, price } = launch
    for (const [change, start, end] of launches) {
      const body = createCatalogEntry({ slug: 'a', price: 100, ...change })
      const times = { startsAt: inMinutes(start), ...(end && { endsAt: inMinutes(end) }) }
      const draft = { record: toProductId('a'), basedOn: 1, body }
      const made = await editor.post('/editor/launches', { name: `From ${start}`, ...times, draft })
      expect(made.status).toBe(201)
    }
    const found: unknown[] = []
    while (found.length < prices.length) {
      await passMinute()
      found.push(await price('a'))
    }
    expect(found).toEqual(prices)
  })
})
