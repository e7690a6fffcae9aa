import { describe, expect, test } from 'vitest'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { toCsv } from '#src/studio/csv/xlsx-to-csv.ts'
import { formatCookies } from '#tests/helpers/api-client.ts'
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
  const cookie = formatCookies(editor.cookies)
  const download = async (path: string) => {
    const response = await shop.request(path, { headers: { Cookie: cookie } })
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="products/)
    return new Uint8Array(await response.arrayBuffer())
  }
  return {
    shop,
    editor,
    exportCsv: () => download('/editor/export'),
    exportXlsx: () => download('/editor/export/xlsx'),
    importCsv: async (file: string | Uint8Array<ArrayBuffer>, query = '?dryRun=false') => {
      const response = await shop.request(`/editor/import${query}`, {
        method: 'POST',
        headers: { Cookie: cookie, 'Content-Type': 'text/csv' },
        body: file,
      })
      return { status: response.status, body: await response.json() }
    },
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

  test('of an earlier release has JSON in its cells, which is read', async () => {
    await using shop = await openEditor()
    const cells: Record<string, unknown> = {
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variant: { Size: 'L' },
      description: [{ title: 'Care', content: 'Wipe it.' }],
      offers: [{ icon: 'tag', title: 'Box', detail: 'Of teak' }],
      pictures: [],
    }
    const names = Object.keys(cells)
    const texts = names.map((name) => JSON.stringify(cells[name]).replaceAll('"', '""'))
    const file = `slug,${names.join()},publishedAt\nb,"${texts.join('","')}",2026-01-02T03:04:05.678Z\n`
    expect((await shop.importCsv(file)).body).toMatchObject({ applied: true, updated: 1 })
    const { product } = (await shop.editor.get(`/editor/products/${toProductId('b')}`)).body
    expect(product.entry).toMatchObject({ ...cells, publishedAt: '2026-01-02T03:04:05.678Z' })
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

  test('changes 200 prices in one transaction with one batch, which is undone', async () => {
    await using shop = await openEditor()
    const slugs = Array.from({ length: 200 }, (_, index) => `p-${index}`)
    await shop.shop.deps.db.deleteFrom('product').execute()
    await addProducts(shop.shop, ...slugs.map((slug) => ({ slug })))
    const file = `slug;price\n${slugs.map((slug, index) => `${slug};"₹1,25,${100 + index}.50"`).join('\n')}`
    const dry = await shop.importCsv(file, '')
    expect(dry.body).toMatchObject({ applied: false, updated: 200, faults: [] })
    expect(await listPublishRequests(shop.shop.deps.db)).toEqual([])
    const { body } = await shop.importCsv(file)
    expect(body).toMatchObject({ applied: true, updated: 200, batch: expect.any(String) })
    const list = async () => (await shop.editor.get('/editor/catalog')).body.products
    expect((await list())[199].price).toBe(125_299.5)
    const undone = await shop.editor.post(`/editor/batches/${body.batch}/undo`)
    expect(undone.body).toEqual({ restored: 200, kept: [] })
    expect((await list())[199].price).toBe(1_234.5)
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
        isNew: false,
        cells: [{ column: 'title', before: expect.stringContaining('quoted'), after: 'x' }],
      },
    ])
    const missing = await shop.importCsv('price\n1\n')
    expect(missing.body.faults[0].message).toBe('A column with the slug is missing.')
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
      [`slug\n${'a\n'.repeat(20_001)}`, 'A file may have at most 20,000 rows.'],
      [`slug\n\na${','.repeat(100)}\n`, 'Line 3 has more than 100 columns.'],
      [`slug,title\na,${letters}\n`, 'Line 2 has a cell of more than 100,000 letters.'],
    ] as const)
      expect(await shop.importCsv(file)).toMatchObject({
        status: 400,
        body: { field: 'file', message },
      })
    const most = `slug${',x'.repeat(99)}\n${'a\n'.repeat(19_999)}"${letters.slice(1)}"\n`
    expect((await shop.importCsv(most, '')).body).toMatchObject({ rows: 20_000 })
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

  test.each(['__proto__: x', '{"__proto__": "x"}'])(
    'with the variant %s is refused by name',
    async (variant) => {
      await using shop = await openEditor()
      const file = `slug,variant\na,"${variant.replaceAll('"', '""')}"\n`
      expect((await shop.importCsv(file)).body).toMatchObject({
        applied: false,
        faults: [{ line: 2, message: 'variant must not have the name "__proto__".' }],
      })
    },
  )
})
