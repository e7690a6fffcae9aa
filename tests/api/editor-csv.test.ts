import { describe, expect } from 'vitest'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { toCsv } from '#src/studio/csv/xlsx-to-csv.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

const test = base.extend('files', async ({ studio }) => {
  const { shop, editor } = studio
  await addProducts(
    shop,
    {
      slug: 'a',
      title: '=SUM(A1) "quoted", and broken',
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
  const download = async (path: string) => {
    const { headers, bytes } = await editor.get(path)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="products/)
    return bytes
  }
  return {
    ...studio,
    exportCsv: () => download('/editor/export'),
    exportXlsx: () => download('/editor/export/xlsx'),
  }
})

type File = string | Uint8Array<ArrayBuffer>
type Imported = ResponseBody<'POST /editor/import'>

describe('a CSV file', () => {
  test('of an export changes nothing, and is exported again byte for byte', async ({ files }) => {
    const { shop, editor, importCsv, exportCsv, readProduct } = files
    await editor.post('/editor/products', createCatalogEntry({ slug: 'c' }))
    await editor.post(`/editor/products/${toProductId('c')}/archive`)
    const exported = await exportCsv()
    expect((await importCsv(exported)).body).toMatchObject({
      applied: true,
      rows: 3,
      created: 0,
      updated: 0,
      unchanged: 3,
      errors: [],
      batch: null,
    })
    // Every product is made again from the file alone, or from the spreadsheet.
    const { csv, sheets } = toCsv(await files.exportXlsx())
    expect(sheets).toEqual(['Products'])
    for (const file of [exported, csv]) {
      await shop.deps.db.deleteFrom('product').execute()
      expect((await importCsv(file)).body).toMatchObject({ created: 3, errors: [] })
      expect(Buffer.from(await exportCsv())).toEqual(Buffer.from(exported))
    }
    expect((await readProduct('a')).entry.description[0]?.content).toBe("'=1+1\n\n</script>")
  })

  test('may lack tagline and warranty, and removes them by empty cells', async ({ files }) => {
    const columns = ['subtitle', 'category', 'price', 'stock', 'highlights', 'description']
    const file = [
      `slug,title,${columns.join()},countryOfOrigin,tagline,warrantyDuration,warrantyType`,
      'a,A,,bags,100,1,One,Care: Wipe it.,India,,,',
      'new,New,Of teak,bags,100,1,One,Care: Wipe it.,India,,,',
      'other,New,Of teak,bags,100,1,One,Care: Wipe it.,India,,2 years,',
    ].join('\n')
    expect((await files.importCsv(file, '')).body.errors).toEqual([
      { line: 2, column: 'subtitle', message: 'Subtitle must not be empty.' },
      { line: 4, column: 'warrantyType', message: 'Warranty type must not be empty.' },
    ])
    const rest = file.replace('A,,', 'A,Fine,').replace('2 years', '')
    expect((await files.importCsv(rest)).body).toMatchObject({ applied: true, created: 2 })
    const { entry } = await files.readProduct('a')
    expect([entry.tagline, entry.warranty]).toEqual([undefined, undefined])
    const { product } = (await files.editor.get('/products/slug/new')).body
    expect(product).toMatchObject({ tagline: '', title: 'New' })
  })

  test('may have the figures that the shop computes, which are ignored', async ({ files }) => {
    const { body } = await files.importCsv('slug,rating,reviewCount,stock\nb,4.9,38,7\n')
    expect(body).toMatchObject({ applied: true, updated: 1, computed: ['rating', 'reviewCount'] })
    expect((await files.readProduct('b')).entry.stock).toBe(7)
  })

  test('with errors names each by line and column, and changes nothing', async ({ files }) => {
    const { shop, importCsv } = files
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
    const { status, body } = await importCsv(file, '?dryRun=false&columns={"Note":""}')
    expect([status, body]).toMatchObject([200, { applied: false, rows: 6, batch: null }])
    const { errors }: Imported = body
    expect(errors.map(({ line, column }) => `${line} ${column}`)).toEqual(
      expect.arrayContaining([
        ...['2 price', '3 price', '4 subtitle', '5 slug', '6 price', '6 slug'],
        ...['7 price', '7 stock', '7 related'],
      ]),
    )
    for (const { message } of errors) expect(message).toMatch(/\.$/)
    expect(body.columns.at(-1)).toEqual({ header: 'Note', field: null })
    expect(await listPublishRequests(shop.deps.db)).toEqual([])
  })

  test.for<[file: string, ...errors: string[]]>([
    [
      'Name,slug,price,stock\nx,new-one,ten,#N/A\n',
      '1 Name: There is no field "Name".',
      '2 price: Price must be an amount in rupees',
      '2 stock: Stock has “#N/A”, which is an error of a formula',
    ],
    ['price\n1\n2\n', '1 slug: A column with the slug is missing.'],
    [
      'slug,price\na,0\nb,"open\n',
      '2 price: Price must',
      '3 : Quoted field unterminated.',
      '3 price: Price must',
    ],
  ])('like %j is not applied', async ([file, ...expected], { files }) => {
    const { applied, errors }: Imported = (await files.importCsv(file)).body
    expect(applied).toBe(false)
    expect(errors.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual(
      expected.map((error) => expect.stringContaining(error)),
    )
  })

  test('with other columns is mapped to fields, and says what it changes', async ({ files }) => {
    const query = '?dryRun=false&columns={"Name":"title"}'
    const { body } = await files.importCsv('Name,slug\nx,a\n', query)
    expect(body).toMatchObject({ applied: true, updated: 1 })
    const cell = { column: 'title', before: expect.stringContaining('quoted'), after: 'x' }
    expect(body.changes).toEqual([{ line: 2, slug: 'a', choice: '', isNew: false, cells: [cell] }])
  })

  const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
  const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())

  test.for<[form: string, file: File, title: string]>([
    ['UTF-8', 'slug,title\na,Café ₹\n', 'Café ₹'],
    ['UTF-8 with a byte-order mark', '\uFEFFslug,title\r\na,Café ₹', 'Café ₹'],
    ['UTF-16 LE', utf16('\uFEFFslug\ttitle\r\na\tCafé ₹\r\n'), 'Café ₹'],
    ['UTF-16 BE', utf16be('\uFEFFslug,title\na,Café ₹\n'), 'Café ₹'],
    ['semicolons', 'slug;title\na;One, two, three\nb;"Semi;colon"\n', 'One, two, three'],
    ['tabs', 'slug\ttitle\na\tOne, two; three\n', 'One, two; three'],
    ['lines of former Macs', 'slug,title\ra,One\r', 'One'],
    ['blank lines and labels for headers', '\n\nADDRESS,Title,Stock\na,One,3,,\n', 'One'],
  ])('with %s is read', async ([_, file, title], { files }) => {
    expect((await files.importCsv(file)).body).toMatchObject({ applied: true, errors: [] })
    expect((await files.readProduct('a')).entry.title).toBe(title)
  })

  const letters = 'x'.repeat(100_001)

  test.for<[what: string, file: File, message: string]>([
    ['nothing', '', 'The file is empty.'],
    ['a header alone', 'slug,title\n', 'The file has no rows below its header.'],
    [
      'binary data',
      'slug\n\0\n',
      'The file is not a CSV file: it holds binary data. Save it as “CSV UTF-8”, or import an .xlsx file in the studio.',
    ],
    ['too many rows', `slug\n${'a\n'.repeat(100_001)}`, 'A file may have at most 100,000 rows.'],
    ['too many columns', `slug\n\na${','.repeat(100)}\n`, 'Line 3 has more than 100 columns.'],
    [
      'too long a cell',
      `slug,title\na,${letters}\n`,
      'Line 2 has a cell of more than 100,000 letters.',
    ],
  ])('with %s is refused with a sentence', async ([_, file, message], { files }) => {
    const body = { field: 'file', message }
    expect(await files.importCsv(file)).toMatchObject({ status: 400, body })
  })

  test('may have 100,000 rows, 100 columns and cells of 100,000 letters', async ({ files }) => {
    const most = `slug${',x'.repeat(99)}\n${'a\n'.repeat(99_999)}"${letters.slice(1)}"\n`
    expect((await files.importCsv(most, '')).body).toMatchObject({ rows: 100_000 })
  })

  test('is refused while another one is imported', async ({ files }) => {
    const file = 'slug,price\na,7\n'
    const answers = await Promise.all([file, file, file].map((file) => files.importCsv(file)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const message = 'Another import is running. Please try again in a moment.'
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message })
    expect((await files.importCsv(file)).status).toBe(200)
  })
})

test('a file makes drafts of a launch, which are live with the launch', async ({ launch }) => {
  const { shop, importCsv, readProduct } = launch
  const query = `?dryRun=false&launch=${launch.id}`
  const file = 'slug,title,price,list price,archived\na,A,80,100,no\nb,B,90,,yes\n'
  const imported = { status: 200, body: { applied: true, updated: 2, batch: null } }
  expect(await importCsv(file, query)).toMatchObject(imported)
  expect(await listPublishRequests(shop.deps.db)).toEqual([])
  expect((await readProduct('a')).entry.price).toBe(100)

  // The next file changes the drafts, and shows what differs from them.
  const again = await importCsv(file.replace('A,80', 'A,70'), query)
  expect(again.body).toMatchObject({ updated: 1, unchanged: 1 })
  const cells = [{ column: 'price', before: '80', after: '70' }]
  expect(again.body.changes[0].cells).toEqual(cells)
  const { items } = await launch.read()
  const actions = items.map(({ action }: { action: string }) => action)
  expect(actions.toSorted()).toEqual(['archive', 'update'])

  expect((await launch.publish()).status).toBe(200)
  const { product } = (await launch.editor.get('/products/slug/a')).body
  expect(product).toMatchObject({ price: 70, originalPrice: 100 })
  expect([await launch.price('b'), (await readProduct('b')).archived]).toEqual([undefined, false])
  expect(await importCsv(file, '?dryRun=true&launch=none')).toMatchObject({
    status: 404,
    body: { message: 'There is no such launch.' },
  })
})

test('a file changes a live launch as a whole, also with new products', async ({ launch }) => {
  const { shop, importCsv, readProduct, price } = launch
  const { entry } = await readProduct('a')
  const query = `?dryRun=false&launch=${launch.id}`
  await launch.draft(toProductId('a'), { ...entry, price: 80 })
  await launch.publish()
  const exported: string = (await launch.editor.get('/editor/export')).text
  const [header = '', row = ''] = exported.split('\r\n').filter((line) => /^(?:slug|c),/.test(line))
  const lamp = `${header}\n${row.replace(/^c,/, 'lamp,').replace('The c', 'Lamp')}\n`
  const requests = await listPublishRequests(shop.deps.db)
  const taken = await importCsv('slug,title,price\na,The a,70\nb,,5\n', query)
  expect(taken.body).toMatchObject({ applied: false })
  expect([await price('a'), await price('b')]).toEqual([80, 200])
  expect(await listPublishRequests(shop.deps.db)).toEqual(requests)

  const dryRun = await importCsv('slug,price\na,70\nb,150\n', query.replace('false', 'true'))
  expect(dryRun.body.changes.map(({ cells }: { cells: object[] }) => cells)).toEqual([
    [{ column: 'price', before: '80', after: '70' }],
    [{ column: 'price', before: '200', after: '150' }],
  ])
  const imported = await importCsv('slug,price\na,70\nb,150\n', query)
  expect(imported.body).toMatchObject({ applied: true, updated: 2, batch: null })
  expect(await Promise.all(['a', 'b'].map(price))).toEqual([70, 150])
  expect((await importCsv(lamp, query)).body).toMatchObject({ applied: true, created: 1 })
  expect(await price('lamp')).toBe(await price('c'))
  expect((await launch.end()).status).toBe(200)
  expect(await Promise.all(['a', 'b', 'lamp'].map(price))).toEqual([100, 200, undefined])
})
