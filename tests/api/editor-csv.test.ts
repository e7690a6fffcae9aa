import { describe, expect, test } from 'vitest'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
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
  return {
    shop,
    editor,
    exportCsv: async () => {
      const response = await shop.request('/editor/export', { headers: { Cookie: cookie } })
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="products/)
      return new Uint8Array(await response.arrayBuffer())
    },
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
        [5, 'subtitle'],
        [5, 'warrantyDuration'],
        [6, 'slug'],
        [7, 'price'],
        [7, 'slug'],
        [8, 'price'],
        [8, 'stock'],
        [8, 'related'],
      ]),
    )
    for (const { message } of body.faults) expect(message).toMatch(/\.$/)
    expect(body.columns.at(-1)).toEqual({ header: 'Note', field: null })
    expect(await listPublishRequests(shop.shop.deps.db)).toEqual([])
    const unmapped = await shop.importCsv('Name,slug\nx,a\n')
    expect(unmapped.body.faults).toEqual([
      { line: 1, column: 'Name', message: 'There is no field "Name".' },
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

  test('in another encoding is read or refused with a sentence', async () => {
    await using shop = await openEditor()
    const text = 'slug,title\na,Café ₹\n'
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
    expect((await shop.importCsv(utf16)).body).toMatchObject({ applied: true, updated: 1 })
    const { products } = (await shop.editor.get('/editor/catalog')).body
    expect(products[0]).toMatchObject({ slug: 'a', title: 'Café ₹' })
    const latin = new Uint8Array(Buffer.from('slug,title\na,x\nb,Caf\xe9\n', 'latin1'))
    expect(await shop.importCsv(latin)).toMatchObject({
      status: 400,
      body: {
        field: 'file',
        message: 'Line 3 is not UTF-8: please save the file as “CSV UTF-8” in your spreadsheet.',
      },
    })
    const refused = ['', 'slug,title\n', 'slug\n\0\n']
    for (const file of refused) {
      const answer = await shop.importCsv(file)
      expect(answer).toMatchObject({ status: 400, body: { field: 'file' } })
    }
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
