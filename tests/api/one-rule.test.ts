import Papa from 'papaparse'
import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry, ringWithVariants } from '#tools/products.ts'

const a = toProductId('a')
const entry = (overrides: object = {}) => createCatalogEntry({ slug: 'a', ...overrides })

/** Each way to save the category or a field of product a; each answers with the refusal's sentence, or ''. */
const test = base.extend('ways', async ({ launch }) => {
  const { editor, importCsv } = launch
  const put = (overrides: object) =>
    editor.put(`/editor/products/${a}`, { revision: 1, ...entry({ price: 100 }), ...overrides })
  const importRow = async (file: string) => {
    const { body } = await importCsv(file, '?dryRun=true')
    return (body.errors as { message: string }[]).map(({ message }) => message).join(' ')
  }
  return { ...launch, put, importRow }
})

const sentence = ({ body }: { body: { message?: string } }): string => body.message ?? ''

test.for([
  ['stock', -1, '-1', 'Stock must be at least 0.'],
  ['stock', -3, '\u22123', 'Stock must be at least 0.'],
  ['price', -5, '- 5', 'Price must be at least 0.01.'],
  ['listPrice', -1_200, '"-1,200"', 'List price must be at least 0.01.'],
] as const)(
  'a %s of %s is refused with the same words by form and file',
  async ([field, value, cell, message], { ways }) => {
    expect(sentence(await ways.put({ [field]: value }))).toBe(message)
    expect(await ways.importRow(`slug,${field}\na,${cell}\n`)).toBe(message)
  },
)

describe('a category', () => {
  test.for([
    ['Watch', 'Watches'],
    ['wacthes', 'Watches'],
    ['WÁTCHES!', 'Watches'],
    ['Sun glasses', 'Sunglasses'],
    ['Jewellery', 'Jewelry'],
    ['Accesories', 'Accessories'],
    ['Watches > Divers', 'Watches'],
    ['Bags / Shoes', 'Bags'],
  ])('%s is refused by all ways in: there is %s', async ([typed, known], { ways }) => {
    const message = `There is a category “${known}” already. Use it, or make the new one under Content first.`
    // The same address is the same category.
    if (typed === 'WÁTCHES!') {
      expect((await ways.put({ category: typed })).body.product.entry.category).toBe('watches')
      return
    }
    const { editor, put } = ways
    expect(await put({ category: typed })).toMatchObject({
      status: 400,
      body: { message, field: 'category' },
    })
    const created = await editor.post('/editor/products', entry({ slug: 'n', category: typed }))
    expect(sentence(created)).toBe(message)
    const patched = await editor.patch(`/editor/products/${a}`, { revision: 1, category: typed })
    expect(sentence(patched)).toBe(message)
    expect(await ways.importRow(`slug,category\na,${typed}\n`)).toBe(message)
    const change = { kind: 'category', category: typed }
    const bulk = await editor.post('/editor/products/bulk', { ids: [a], change })
    expect(sentence(bulk)).toBe(message)
    await ways.draft(a, entry({ category: typed }))
    const [item] = (await ways.read()).items
    expect(item.errors).toEqual([message])
    expect((await ways.publish()).status).toBe(409)
  })

  test('that is made on purpose may be near to another one', async ({ ways }) => {
    const { editor, put } = ways
    const body = {
      name: 'Catches',
      introduction: 'Clasps.',
      seoTitle: '',
      description: '',
      hsn: '',
      still: [],
    }
    const made = await editor.post('/editor/content', { id: 'category:catches', body })
    expect(made.status).toBe(201)
    expect((await put({ category: 'catches' })).body.product.entry.category).toBe('catches')
    // A plural, an accent or blanks are the same name all the same.
    for (const name of ['Watch', 'Wátches', 'Wat ches'])
      expect(
        await editor.post('/editor/content', {
          id: 'category:w',
          body: { ...body, name },
        }),
      ).toMatchObject({ status: 409, body: { message: 'There is a category “Watches” already.' } })
  })

  test('is known in any case and form of letters, and a row of a file may say so', async ({
    ways,
  }) => {
    const { importCsv, readProduct } = ways
    for (const input of ['WATCHES', ' watches\u00a0', '\u200bＷａｔｃｈｅｓ'])
      expect((await importCsv(`slug,category\na,${input}\n`, '?dryRun=false')).body).toMatchObject({
        errors: [],
        unchanged: 1,
      })
    expect((await readProduct('a')).entry.category).toBe('watches')
  })

  test('that there is not is refused by all ways in, which offer to create it', async ({
    ways,
  }) => {
    const { editor, put, importCsv, readProduct } = ways
    const message = 'There is no category “Lamps”. Create it, or choose another one.'
    expect(await put({ category: ' Lamps' })).toMatchObject({
      status: 400,
      body: { message, field: 'category' },
    })
    const created = await editor.post('/editor/products', entry({ slug: 'n', category: 'Lamps' }))
    expect(sentence(created)).toBe(message)
    const change = { kind: 'category', category: 'Lamps' }
    const bulk = await editor.post('/editor/products/bulk', { ids: [a], change })
    expect(sentence(bulk)).toBe(message)
    await ways.draft(a, entry({ category: 'Lamps' }))
    expect((await ways.read()).items[0].errors).toEqual([message])
    const file = 'slug,category\na,Lamps\nb,lamps\n'
    const { body } = await importCsv(file, '?dryRun=true')
    expect(body).toMatchObject({
      applied: false,
      errorCount: 2,
      newCategories: ['Lamps'],
    })
    expect(body.errors[0]).toEqual({ line: 2, column: 'category', message })

    const lamps = { ...getDefaultContent('category:lamps'), name: 'Lamps' }
    const made = await editor.post('/editor/content', { id: 'category:lamps', body: lamps })
    expect(made.status).toBe(201)
    expect((await ways.read()).items[0].errors).toEqual([])
    expect((await importCsv(file, '?dryRun=false')).body).toMatchObject({ errors: [], updated: 2 })
    expect((await readProduct('b')).entry.category).toBe('lamps')
  })

  test.for(['2', '..', '!!', 'All', '٢٣', 'index', 'Constructor'])(
    'cannot be named %s',
    async (input, { ways }) => {
      const message =
        'The name of a category needs a letter, and cannot be “all”, “index” or “constructor”.'
      expect(sentence(await ways.put({ category: input }))).toBe(message)
      expect(await ways.importRow(`slug,category\na,${input}\n`)).toBe(message)
      const change = { kind: 'category', category: input }
      const bulk = await ways.editor.post('/editor/products/bulk', { ids: [a], change })
      expect(sentence(bulk)).toBe(message)
    },
  )

  test('has the address of its name', async ({ ways }) => {
    const { editor, put, readProduct } = ways
    const saved: [name: string, address: string][] = [
      ['Gold & Silver', 'gold-silver'],
      ['Étuis', 'etuis'],
      ['साड़ी', 'sadi'],
      ['925 Sterling', '925-sterling'],
      ['Кольца', 'koltsa'],
    ]
    for (const [index, [category, address]] of saved.entries()) {
      const id = `category:${address}`
      const body = { ...getDefaultContent('category:lamps'), name: category }
      expect((await editor.post('/editor/content', { id, body })).status).toBe(201)
      expect((await put({ category, revision: index + 1 })).status).toBe(200)
      expect((await readProduct('a')).entry.category).toBe(address)
    }
  })
})

test('a piece that is named twice is related once', async ({ ways }) => {
  await addProducts(ways.shop, { slug: 'rel' })
  const { body } = await ways.importCsv('slug,related\na,"rel\nrel"\n', '?dryRun=false')
  expect(body).toMatchObject({ errors: [], updated: 1 })
  expect((await ways.readProduct('a')).entry.related).toEqual(['rel'])
})

describe('a SKU or a barcode', () => {
  const variants = (part: object) => ({
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variant: { Size: 'S' },
    variants: [{ choice: { Size: 'S' }, stock: 1, ...part }],
  })
  const ofRing = (what: string) => `The ${what} belongs to “The ring” already.`

  test.for([
    ['SKU', { sku: 'R-M' }, 'SKU R-M'],
    ['SKU in another case', { sku: 'r-m\u200b' }, 'SKU r-m'],
    ['SKU with a dash of a word processor', { sku: 'R–M' }, 'SKU R–M'],
    ['SKU with a hyphen that does not break', { sku: 'R‑M' }, 'SKU R‑M'],
    ['barcode', { barcode: '4006381333931' }, 'barcode 4006381333931'],
    ['barcode with a leading zero', { barcode: '04006381333931' }, 'barcode 04006381333931'],
  ] as const)('is of one piece of the shop: %s', async ([, part, what], { ways }) => {
    const { shop, editor, put, importRow } = ways
    await addProducts(shop, ringWithVariants)
    const field = `variants.0.${'sku' in part ? 'sku' : 'barcode'}`
    expect(await put(variants(part))).toMatchObject({
      status: 400,
      body: { message: ofRing(what), field },
    })
    const created = await editor.post('/editor/products', entry({ slug: 'n', ...variants(part) }))
    expect(sentence(created)).toBe(ofRing(what))
    const code = Object.values(part).join()
    const column = 'sku' in part ? 'sku' : 'barcode'
    const file = `slug,choice,options,variant,stock,${column}\na,,"Size: S | M","Size: S",,\na,Size: S,,,1,${code}\n`
    expect(await importRow(file)).toBe(ofRing(what))
    await ways.draft(a, entry(variants(part)))
    expect((await ways.read()).items[0].errors).toEqual([ofRing(what)])
  })

  test('moves from one piece to another in one file, and a copy has none', async ({ ways }) => {
    const { shop, editor, importCsv, readProduct } = ways
    await addProducts(shop, ringWithVariants)
    await ways.put(variants({ sku: 'A-S' }))
    const swap = 'slug,choice,sku\na,Size: S,R-S\nring,Size: S,A-S\n'
    expect((await importCsv(swap, '?dryRun=false')).body).toMatchObject({ errors: [], updated: 2 })
    const twice = 'slug,choice,sku\na,Size: S,R-9\nring,Size: S,R-9\n'
    expect(await ways.importRow(twice)).toMatch(
      /^The SKU R-9 belongs to “The (?:a|ring)” already\.$/,
    )
    const { id } = await readProduct('ring')
    const copy = await editor.post(`/editor/products/${id}/duplicate`)
    expect(copy.body.product.entry.variants).toEqual(
      ringWithVariants.variants.map(({ sku: _s, barcode: _b, ...row }) => row),
    )
  })

  test('that another piece has by now stays with it when a change is undone', async ({ ways }) => {
    const { editor, importCsv, readProduct } = ways
    await ways.put(variants({ sku: 'A-S' }))
    const { batch } = (await importCsv('slug,choice,sku\na,Size: S,A-2\n', '?dryRun=false')).body
    await editor.post('/editor/products', entry({ slug: 'n', ...variants({ sku: 'a-s' }) }))
    const undone = await editor.post(`/editor/batches/${batch}/undo`)
    expect(undone.body.kept).toMatchObject([{ id: a }])
    expect((await readProduct('a')).entry.variants?.[0]?.sku).toBe('A-2')
  })
})

test('a time of sale in the future is refused by all ways in, and kept by a launch that starts then', async ({
  ways,
}) => {
  const { shop, editor } = ways
  const publishedAt = new Date(shop.deps.now() + 7 * 86_400_000).toISOString()
  const message =
    '“On sale since” is in the future. To sell a piece later, save it as a draft of a launch with a start.'
  expect(await ways.put({ publishedAt })).toMatchObject({
    status: 400,
    body: { message, field: 'publishedAt' },
  })
  const created = await editor.post('/editor/products', entry({ slug: 'n', publishedAt }))
  expect(sentence(created)).toBe(message)
  expect(await ways.importRow(`slug,publishedAt\na,${publishedAt}\n`)).toBe(message)
  await ways.draft(a, entry({ publishedAt }))
  expect((await ways.read()).items[0].errors).toEqual([message])
  const startsAt = new Date(shop.deps.now() + 8 * 86_400_000).toISOString()
  await editor.patch(ways.path, { startsAt })
  expect((await ways.read()).items[0].errors).toEqual([])
})

describe('a text', () => {
  test.for([
    ['decomposed letters', 'E\u0301meraude'],
    ['another case', 'ÉMERAUDE'],
    ['wide letters and a zero-width blank', 'Ｅ\u0301mer\u200baude'],
    ['a blank that does not break', '\u00a0Émeraude '],
  ])('with %s names the value of an option', async ([, value], { ways }) => {
    const options = [{ name: 'Stone', values: ['Émeraude', 'Rubis Rouge'] }]
    const answer = await ways.put({
      options,
      variant: { stone: value },
      variants: [
        { choice: { STONE: value }, stock: 1 },
        { choice: { Stone: 'rubis\u00a0rouge' }, stock: 2 },
      ],
    })
    expect(answer.status).toBe(200)
    expect(answer.body.product.entry).toMatchObject({
      variant: { Stone: 'Émeraude' },
      variants: [{ choice: { Stone: 'Émeraude' } }, { choice: { Stone: 'Rubis Rouge' } }],
    })
    const row = `slug,choice,stock\na,stone: ${value},7\n`
    expect((await ways.importCsv(row, '?dryRun=false')).body.errors).toEqual([])
    expect((await ways.readProduct('a')).entry.variants?.[0]).toEqual({
      choice: { Stone: 'Émeraude' },
      stock: 7,
    })
  })

  test.for([
    ['Rubis', 'RUBIS'],
    ['Men’s 7', "Men's 7"],
    ['38–40', '38-40'],
  ])('that reads like another value of its option is refused: %s, %s', async (values, { ways }) => {
    const options = [{ name: 'Stone', values }]
    const answer = await ways.put({ options, variant: { Stone: values[0] } })
    expect(answer).toMatchObject({ status: 400 })
    expect(sentence(answer)).toContain('names a value twice')
  })

  test('of an address has no invisible characters', async ({ ways }) => {
    const { body } = await ways.importCsv('\ufeffslug,price\n\u200ba\u00a0,77\n', '?dryRun=false')
    expect(body).toMatchObject({ errors: [], updated: 1 })
  })
})

describe('a row of a file', () => {
  test('with a changed address of a known piece is refused', async ({ ways }) => {
    const { editor, importRow } = ways
    const exported = (await editor.get('/editor/export')).text
    const renamed = exported.replace(/^a,/m, 'a-new,')
    expect(await importRow(renamed)).toBe(
      '“The a” is at “a” already. Use that address, or another title.',
    )
    await ways.put({ slug: 'a-two' })
    expect(await importRow(exported)).toBe(
      'The piece that was at “a” is at “a-two” now. Use that address.',
    )
  })
})

const SIZES = { options: [{ name: 'Size', values: ['S', 'M'] }], variant: { Size: 'S' } }
const small = (own: object) => ({
  ...SIZES,
  stock: 1,
  variants: [{ choice: { Size: 'S' }, stock: 1, ...own }],
})

describe('a fault has the same words in each way in:', () => {
  test.for<[message: string, change: object]>([
    [
      'Sections must have a section with a text.',
      { description: [{ title: 'One', content: ' \u200b' }] },
    ],
    ['Price must be at least 0.01.', { price: 0 }],
    ['Price must have at most 2 decimals.', { price: 10.123 }],
    ['Price may be at most 999999999.', { price: 9_999_999_999 }],
    ['List price must be above the price ₹100, or left out.', { listPrice: 100 }],
    ['Title must not be empty.', { title: ' \u200b ' }],
    ['Tagline may have at most 120 characters.', { tagline: 'x'.repeat(121) }],
    ['HSN code must have 4, 6 or 8 digits, e.g. 9102.', { hsn: '91' }],
    ['Highlights 2 must not be empty.', { highlights: ['One', '\u00a0'] }],
    ['Offers 1 title must not be empty.', { offers: [{ icon: 'gift', title: '', detail: 'x' }] }],
    [
      'Options Size names a value twice.',
      { ...SIZES, options: [{ name: 'Size', values: ['S', 's'] }] },
    ],
    ['Default choice and traits Size must be one of S, M.', { ...SIZES, variant: {} }],
    ['Choice must name one value of each option: Size (S, M).', small({ choice: { Size: 'L' } })],
    ['SKU may have at most 60 characters.', small({ sku: 'x'.repeat(61) })],
    [
      'Barcode must be a GTIN of 8, 12, 13 or 14 digits, the last of which checks the others.',
      small({ barcode: '123' }),
    ],
    ['Warranty duration must not be empty.', { warranty: { duration: '', type: 'On all' } }],
    ['“zzz” must be the slug of another product.', { related: ['zzz'] }],
    ['“a” must be the slug of another product.', { related: ['a'] }],
    ['“Front” is not an uploaded picture.', { pictures: [{ file: 'f'.repeat(64), alt: 'Front' }] }],
    ['“nope.jpg” is not an uploaded picture.', { pictures: [{ file: 'nope.jpg', alt: 'Front' }] }],
    [
      '“On sale since” is in the future. To sell a piece later, save it as a draft of a launch with a start.',
      { publishedAt: '2040-01-01T00:00:00.000Z' },
    ],
  ])('%s', async ([message, change], { ways }) => {
    const body = entry({ price: 100, ...change })
    expect(sentence(await ways.put(change))).toBe(message)
    // The columns that the change has, as lists of a program where they are lists.
    const { variants, ...own } = change as { variants?: { choice: object }[] } & Record<
      string,
      object
    >
    const cells = Object.entries(own).flatMap(([name, value]) =>
      name === 'warranty'
        ? Object.entries(value).map(([part, text]) => [`warranty ${part}`, text])
        : [[name, typeof value === 'object' ? JSON.stringify(value) : value]],
    )
    const rows: Record<string, unknown>[] = [{ slug: 'a', ...Object.fromEntries(cells) }]
    for (const { choice, ...row } of variants ?? [])
      rows.push({ slug: 'a', choice: JSON.stringify(choice), ...row })
    const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    expect(await ways.importRow(Papa.unparse({ fields, data: rows }))).toBe(message)
    const { status, body: answer } = await ways.draft(a, body)
    const errors = status === 200 ? (await ways.read()).items[0].errors : [answer.message]
    expect(errors).toEqual([message])
  })

  test('one of a draft that was valid when it was saved', async ({ ways }) => {
    await ways.draft(a, entry({ price: 100, tagline: 'Of another release' }))
    const patch = JSON.stringify({ price: { set: 0.001 }, tagline: { set: 'x'.repeat(121) } })
    await ways.shop.deps.db.updateTable('overlay').set({ patch }).execute()
    expect((await ways.read()).items[0].errors).toEqual([
      'Tagline may have at most 120 characters.',
      'Price must be at least 0.01.',
      'Price must have at most 2 decimals.',
    ])
  })
})

describe('state and pincode', () => {
  const save = (
    shopper: { put: (path: string, body: object) => Promise<{ status: number; body: object }> },
    overrides: object,
  ) =>
    shopper.put('/users/update', {
      displayName: 'Ira',
      addresses: [{ address: '1 Hill Road', city: 'X', ...overrides }],
    })

  test.for<[pincode: string, state: string, right: string]>([
    ['600001', 'Kerala', 'Tamil Nadu'],
    ['700 019', 'Bihar', 'West Bengal'],
    ['500001', 'Andhra Pradesh', 'Telangana'],
    ['400001', 'Bombay Presidency', 'Maharashtra'],
    ['605001', 'Tamil Nadu', 'Puducherry'],
  ])('%s is not in %s', async ([pincode, state, right], { shopper }) => {
    const message = `The pincode ${pincode.replace(' ', '')} is in ${right}. Please correct the state or the pincode.`
    expect(await save(shopper, { pincode, state })).toMatchObject({
      status: 400,
      body: { message, field: 'addresses.0.state' },
    })
    const { status } = await save(shopper, { pincode, state, country: 'Nepal' })
    expect(status).toBe(200)
  })

  test.for<[pincode: string, state: string]>([
    ['110001', 'NCT of Delhi'],
    ['751001', 'Orissa'],
    ['411001', 'MH'],
    ['560001', 'karnatka'],
    ['302002', 'राजस्थान'],
    ['600001', 'தமிழ்நாடு'],
    ['180001', 'Jammu & Kashmir'],
    ['507111', 'Andhra Pradesh'],
    ['900056', 'Punjab'],
    ['560001', ''],
  ])('%s may be in “%s”', async ([pincode, state], { shopper }) => {
    expect((await save(shopper, { pincode, state })).status).toBe(200)
  })
})

test('two saves in the same moment cannot both take a SKU; doubles of before are told, and stay until changed', async ({
  ways,
}) => {
  const { shop, editor } = ways
  const { db } = shop.deps
  const rows = (sku: string) => ({
    options: [{ name: 'Size', values: ['S'] }],
    variant: { Size: 'S' },
    variants: [{ choice: { Size: 'S' }, stock: 1, sku }],
  })
  const create = (slug: string, sku: string) =>
    editor.post('/editor/products', entry({ slug, ...rows(sku) }))
  const created = await Promise.all(['one', 'two', 'three'].map((slug) => create(slug, 'KV-77')))
  expect(created.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  expect(sentence(created.find(({ status }) => status === 400) ?? { body: {} })).toMatch(
    /^The SKU KV-77 belongs to “The (?:one|two|three)” already\.$/,
  )
  const codes = () =>
    db.selectFrom('product_code').select(['product_id', 'code']).where('code', '=', 'kv-77')
  const other = { product_id: a, kind: 'sku', code: 'kv-77' } as const
  await expect(
    db
      .insertInto('product_code')
      .values({ ...other, doubled: 0 })
      .execute(),
  ).rejects.toThrow()

  // One of before.
  const save = async (change: object) => {
    const { revision, entry: saved } = await ways.readProduct('a')
    return editor.put(`/editor/products/${a}`, { ...saved, ...change, revision })
  }
  expect((await save(rows('KV-79'))).status).toBe(200)
  const mine = db.updateTable('product_code').where('product_id', '=', a)
  await mine.set({ code: 'kv-77', doubled: 1 }).execute()
  const stored = db.selectFrom('product').select('detail').where('id', '=', a)
  const { detail } = await stored.executeTakeFirstOrThrow()
  const changed = { detail: detail.replace('KV-79', 'KV-77') }
  await db.updateTable('product').set(changed).where('id', '=', a).execute()
  const told = async () => (await editor.get('/editor/dashboard')).body.doubledCodes
  expect(await told()).toEqual([{ id: a, title: 'The a', code: 'kv-77' }])
  expect((await save({ title: 'The same' })).status).toBe(200)
  expect(await codes().execute()).toHaveLength(2)
  expect((await save(rows('KV-78'))).status).toBe(200)
  expect(await told()).toEqual([])
})
