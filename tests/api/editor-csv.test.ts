import { describe, expect, test } from 'vitest'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { toCsv } from '#src/studio/csv/xlsx-to-csv.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

async function openEditor() {
  const shop = await createTestApp()
  await addProducts(
    shop,
    {
      slug: 'a',
      title: '=SUM(A1) "quoted", and\nbroken',
      price: 100.05,
      listPrice: 120,
      variant: { Size: 'S: small', 'Odd: name': 'x' },
      options: [{ name: 'Size', values: ['S: small', 'M'] }],
      highlights: ['One\nline', '[two]'],
      technicalDetails: { Weight: '50 g', Case: '40 mm: steel' },
      description: [{ title: 'विवरण', content: "'=1+1\n\n</script>" }],
      offers: [{ icon: 'gift', title: 'A gift', detail: 'With it' }],
      related: ['b'],
    },
    { slug: 'b', category: 'bags', tagline: "'=x", highlights: ['-one', '+two'] },
  )
  const editor = await shop.createSignedInUser('editor')
  const download = async (path: string) => {
    const { headers, bytes } = await editor.get(path)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="products/)
    return bytes
  }
  return {
    shop,
    editor,
    exportCsv: () => download('/editor/export'),
    exportXlsx: () => download('/editor/export/xlsx'),
    importCsv: (file: string | Uint8Array<ArrayBuffer>, query = '?dryRun=false') =>
      editor.post(`/editor/import${query}`, file, { 'Content-Type': 'text/csv' }),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

describe('a CSV file', () => {
  test('of an export imports again without a change, and exports byte for byte the same', async () => {
    await using shop = await openEditor()
    const { editor } = shop
    await editor.post('/editor/products', createCatalogEntry({ slug: 'c' }))
    await editor.post(`/editor/products/${toProductId('c')}/archive`)
    const exported = await shop.exportCsv()
    expect((await shop.importCsv(exported)).body).toMatchObject({
      applied: true,
      rows: 3,
      created: 0,
      updated: 0,
      unchanged: 3,
      faults: [],
      batch: null,
    })
    // Every product is made again from the file alone.
    await shop.shop.deps.db.deleteFrom('product').execute()
    expect((await shop.importCsv(exported)).body).toMatchObject({ created: 3, faults: [] })
    expect(Buffer.from(await shop.exportCsv())).toEqual(Buffer.from(exported))
    const { product } = (await editor.get(`/editor/products/${toProductId('a')}`)).body
    expect(product.entry.description[0].content).toBe("'=1+1\n\n</script>")
  })

  test('and a spreadsheet of an export have the same products', async () => {
    await using shop = await openEditor()
    const exported = await shop.exportCsv()
    const { csv, sheets } = await toCsv(await shop.exportXlsx())
    expect(sheets).toEqual(['Products'])
    await shop.shop.deps.db.deleteFrom('product').execute()
    expect((await shop.importCsv(csv)).body).toMatchObject({ created: 2, faults: [] })
    expect(Buffer.from(await shop.exportCsv())).toEqual(Buffer.from(exported))
  })

  test('may leave out tagline and warranty, and takes them away by empty cells', async () => {
    await using shop = await openEditor()
    const columns = ['subtitle', 'category', 'price', 'stock', 'highlights', 'description']
    const file = [
      `slug,title,${columns.join()},countryOfOrigin,tagline,warrantyDuration,warrantyType`,
      'a,A,,bags,100,1,One,Care: Wipe it.,India,,,',
      'new,New,Of teak,bags,100,1,One,Care: Wipe it.,India,,,',
      'other,New,Of teak,bags,100,1,One,Care: Wipe it.,India,,2 years,',
    ].join('\n')
    const { body } = await shop.importCsv(file, '')
    expect(body.faults).toEqual([
      { line: 2, column: 'subtitle', message: 'subtitle must not be empty.' },
      { line: 4, column: 'warrantyType', message: 'warranty type must not be empty.' },
    ])
    const rest = file.replace('A,,', 'A,Fine,').replace('2 years,', '')
    expect((await shop.importCsv(rest)).body).toMatchObject({ applied: true, created: 2 })
    const { product } = (await shop.editor.get(`/editor/products/${toProductId('a')}`)).body
    expect(product.entry).not.toHaveProperty('tagline')
    expect(product.entry).not.toHaveProperty('warranty')
    const shown = (await shop.shop.request('/products/slug/new')).json()
    expect((await shown).product).toMatchObject({ tagline: '', title: 'New' })
  })

  test('of an earlier release may have the figures that the shop computes, which are ignored', async () => {
    await using shop = await openEditor()
    const file = 'slug,rating,reviewCount,stock\nb,4.9,38,7\n'
    const { body } = await shop.importCsv(file)
    expect(body).toMatchObject({ applied: true, updated: 1, computed: ['rating', 'reviewCount'] })
    const { product } = (await shop.editor.get(`/editor/products/${toProductId('b')}`)).body
    expect(product.entry.stock).toBe(7)
    expect(product.entry).not.toHaveProperty('rating')
  })

  test('with faults names each by line and column, and changes nothing', async () => {
    await using shop = await openEditor()
    const file = [
      'slug,price,stock,title,related,Note',
      'a,0,1,Fine,b,x',
      'b,1e12,1,"Two',
      'lines",b,x',
      'new-one,10,1,New,,x',
      'a,10,many,Again,missing,x,y',
      'Not a slug,"1,5",1,T,,x',
      'c,0,many,T,missing,x',
    ].join('\n')
    const { status, body } = await shop.importCsv(file, '?dryRun=false&columns={"Note":""}')
    expect(status).toBe(200)
    expect(body).toMatchObject({ applied: false, rows: 6, batch: null })
    const faults = body.faults.map(({ line, column }: { line: number; column: string }) => [
      line,
      column,
    ])
    expect(faults).toEqual(
      expect.arrayContaining([
        [2, 'price'],
        [3, 'price'],
        [4, 'subtitle'],
        [5, 'slug'],
        [6, 'price'],
        [6, 'slug'],
        [7, 'price'],
        [7, 'stock'],
        [7, 'related'],
      ]),
    )
    for (const { message } of body.faults) expect(message).toMatch(/\.$/)
    expect(body.columns.at(-1)).toEqual({ header: 'Note', field: null })
    expect(await listPublishRequests(shop.shop.deps.db)).toEqual([])
    const unmapped = await shop.importCsv('Name,slug,price,stock\nx,new-one,ten,#N/A\n')
    expect(unmapped.body.faults).toEqual([
      { line: 1, column: 'Name', message: 'There is no field "Name".' },
      { line: 2, column: 'price', message: 'price must be an amount in rupees, e.g. 1499.50.' },
      { line: 2, column: 'stock', message: 'stock has the error #N/A of a formula.' },
    ])
    const mapped = await shop.importCsv(
      'Name,slug\nx,a\n',
      '?dryRun=false&columns={"Name":"title"}',
    )
    expect(mapped.body).toMatchObject({ applied: true, updated: 1 })
    expect(mapped.body.changes).toEqual([
      {
        line: 2,
        slug: 'a',
        choice: '',
        isNew: false,
        cells: [{ column: 'title', before: expect.stringContaining('quoted'), after: 'x' }],
      },
    ])
    const missing = await shop.importCsv('price\n1\n2\n')
    expect(missing.body.faults).toEqual([
      { line: 1, column: 'slug', message: 'A column with the slug is missing.' },
    ])
  })

  const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
  const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())

  test.each<[form: string, file: string | Uint8Array<ArrayBuffer>, title: string]>([
    ['UTF-8', 'slug,title\na,Café ₹\n', 'Café ₹'],
    ['UTF-8 with a byte-order mark', '\uFEFFslug,title\r\na,Café ₹', 'Café ₹'],
    ['UTF-16 LE', utf16('\uFEFFslug\ttitle\r\na\tCafé ₹\r\n'), 'Café ₹'],
    ['UTF-16 BE', utf16be('\uFEFFslug,title\na,Café ₹\n'), 'Café ₹'],
    ['UTF-16 LE without a byte-order mark', utf16('slug,title\na,Café ₹\n'), 'Café ₹'],
    ['UTF-16 BE without a byte-order mark', utf16be('slug,title\na,Café ₹\n'), 'Café ₹'],
    ['Windows-1252', latin1('slug,title\na,Caf\xe9 \x96 \x80\n'), 'Café – €'],
    ['semicolons', 'slug;title\na;One, two, three\nb;"Semi;colon"\n', 'One, two, three'],
    ['tabs', 'slug\ttitle\na\tOne, two; three\n', 'One, two; three'],
    ['a line that names the delimiter', 'sep=;\r\nslug;title\r\na;1,2\r\n', '1,2'],
    ['another delimiter in quotes', '"sep=|"\nslug|title\na|1,2;3\n', '1,2;3'],
    ['lines of former Macs', 'slug,title\ra,One\r', 'One'],
    ['blank lines and labels for headers', '\n\nADDRESS,Title,Stock\na,One,3,,\n', 'One'],
  ])('with %s is read', async (_, file, title) => {
    await using shop = await openEditor()
    expect((await shop.importCsv(file)).body).toMatchObject({ applied: true, faults: [] })
    const { products } = (await shop.editor.get('/editor/catalog')).body
    expect(products[0]).toMatchObject({ slug: 'a', title })
  })

  test.each<[what: string, file: string | Uint8Array<ArrayBuffer>, message: string]>([
    ['nothing', '', 'The file is empty.'],
    ['a header alone', 'slug,title\n', 'The file has no rows below its header.'],
    ['binary data', 'slug\n\0\n', 'The file is not a CSV file: it holds binary data.'],
    [
      'UTF-8 with a fault',
      new Uint8Array(Buffer.concat([Buffer.from('slug,title\na,₹\nb,'), latin1('\xe9\n')])),
      'Line 3 is not UTF-8: please save the file as “CSV UTF-8” in your spreadsheet.',
    ],
    [
      'letters of no encoding',
      latin1('slug,title\na,\x81\xe9\n'),
      'The file is not UTF-8: please save the file as “CSV UTF-8” in your spreadsheet.',
    ],
  ])('with %s is refused with a sentence', async (_, file, message) => {
    await using shop = await openEditor()
    expect(await shop.importCsv(file)).toMatchObject({
      status: 400,
      body: { field: 'file', message },
    })
  })

  test('with a quotation mark without its end has that as a fault', async () => {
    await using shop = await openEditor()
    const quotes = await shop.importCsv('slug,title\na,"open\nb,x\n')
    expect(quotes.body).toMatchObject({ applied: false, faults: [{ line: 2, column: '' }] })
    const before = (await shop.importCsv('slug,price\na,0\nb,"open\n')).body
    expect(before.faults).toMatchObject([
      { line: 2, column: 'price' },
      { line: 3, column: '' },
      { line: 3, column: 'price' },
    ])
  })

  test('is refused with too many rows or columns, or too long a cell', async () => {
    await using shop = await openEditor()
    const letters = 'x'.repeat(100_001)
    for (const [file, message] of [
      [`slug\n${'a\n'.repeat(100_001)}`, 'A file may have at most 100,000 rows.'],
      [`slug\n\na${','.repeat(100)}\n`, 'Line 3 has more than 100 columns.'],
      [`slug,title\na,${letters}\n`, 'Line 2 has a cell of more than 100,000 letters.'],
    ] as const)
      expect(await shop.importCsv(file)).toMatchObject({
        status: 400,
        body: { field: 'file', message },
      })
    const most = `slug${',x'.repeat(99)}\n${'a\n'.repeat(99_999)}"${letters.slice(1)}"\n`
    expect((await shop.importCsv(most, '')).body).toMatchObject({ rows: 100_000 })
  })

  test('is refused while another one is imported', async () => {
    await using shop = await openEditor()
    const file = 'slug,price\na,7\n'
    const answers = await Promise.all([file, file, file].map((one) => shop.importCsv(one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Another import is running. Please try again in a moment.',
    })
    expect((await shop.importCsv(file)).status).toBe(200)
  })
})

test('a file makes drafts of a launch: what it changes is live with the launch, not before', async () => {
  await using shop = await openEditor()
  const { editor, importCsv } = shop
  const { launch } = (await editor.post('/editor/launches', { name: 'Diwali' })).body
  const query = `?dryRun=false&launch=${launch.id}`
  const file = 'slug,title,price,list price,archived\na,A,80,100,no\nb,B,90,,yes\n'
  const imported = await importCsv(file, query)
  expect(imported).toMatchObject({ status: 200, body: { applied: true, updated: 2, batch: null } })
  expect(await listPublishRequests(shop.shop.deps.db)).toEqual([])
  const read = async (slug: string) =>
    (await editor.get(`/editor/products/${toProductId(slug)}`)).body.product
  expect((await read('a')).entry.price).toBe(100.05)

  // The next file changes the drafts, and shows what differs from them.
  const again = await importCsv(file.replace('A,80', 'A,70'), query)
  expect(again.body).toMatchObject({ updated: 1, unchanged: 1 })
  const [change] = again.body.changes
  expect(change.cells).toEqual([{ column: 'price', before: '80', after: '70' }])
  const { items } = (await editor.get(`/editor/launches/${launch.id}`)).body.launch
  expect(items).toMatchObject([{ action: 'archive' }, { action: 'update', after: { price: 70 } }])

  expect((await editor.post(`/editor/launches/${launch.id}/publish`)).status).toBe(200)
  expect((await read('a')).entry).toMatchObject({ price: 70, listPrice: 100 })
  expect((await read('b')).archived).toBe(true)
  const late = await importCsv(file, query)
  expect(late).toMatchObject({
    status: 409,
    body: { message: 'This launch is live. Undo it first, and its drafts can be changed.' },
  })
  const unknown = await importCsv(file, '?dryRun=true&launch=none')
  expect(unknown).toMatchObject({ status: 404, body: { message: 'There is no such launch.' } })
})
