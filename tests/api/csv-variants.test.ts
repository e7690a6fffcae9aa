import { describe, expect } from 'vitest'
import { importResponse } from '#src/contract/editor.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { toVariantId } from '#src/server/shop/stock/stock-items.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, ringWithVariants } from '#tools/products.ts'

const test = base.extend('files', async ({ studio }) => {
  await addProducts(studio.shop, ringWithVariants, { slug: 'plain' })
  return {
    shop: studio.shop,
    exportCsv: async () => (await studio.editor.get('/editor/export')).text,
    importCsv: async (file: string, dryRun = false) =>
      importResponse.parse((await studio.importCsv(file, `?dryRun=${dryRun}`)).body),
    getRing: async () => (await studio.readProduct('ring')).entry,
  }
})

describe('a CSV file with variants', () => {
  test('has a row for each, and makes the same products again', async ({ files }) => {
    const { shop, exportCsv, importCsv } = files
    const exported = await exportCsv()
    expect(exported.split('\r\n').map((line) => line.split(',', 2).join())).toEqual([
      ...['slug,choice', 'ring,', 'ring,Size: S', 'ring,Size: M', 'ring,Size: L', 'plain,', ''],
    ])
    expect(await importCsv(exported)).toMatchObject({ rows: 5, unchanged: 2, errors: [] })
    await shop.deps.db.deleteFrom('product').execute()
    expect(await importCsv(exported)).toMatchObject({ rows: 5, created: 2, errors: [] })
    expect(await exportCsv()).toBe(exported)
  })

  test('changes the variants that it names, adds others, leaves the rest', async ({ files }) => {
    const { importCsv, getRing } = files
    const { variants: [small, medium, large] = [], ...before } = await getRing()
    const file = 'slug,choice,stock,sku\nring,Size: M,7,R-MM\nring,Size: S,9,\n'
    const checked = await importCsv(file, true)
    expect(checked).toMatchObject({ updated: 1, errors: [] })
    const cell = (column: string, from: unknown, after: string) => ({
      column,
      before: String(from),
      after,
    })
    expect(checked.changes).toMatchObject([
      { line: 2, choice: '', isNew: false, cells: [cell('stock', before.stock, '18')] },
      { line: 3, choice: 'Size: S' },
      {
        line: 2,
        slug: 'ring',
        choice: 'Size: M',
        isNew: false,
        cells: [cell('stock', medium?.stock, '7'), cell('sku', 'R-M', 'R-MM')],
      },
    ])
    expect((await importCsv(file)).applied).toBe(true)
    const { sku: _, ...bare } = small ?? { choice: {} }
    const changed = [{ ...bare, stock: 9 }, { ...medium, stock: 7, sku: 'R-MM' }, large]
    expect(await getRing()).toEqual({ ...before, stock: 18, variants: changed })

    const added = 'slug,choice,price,stock\nring,,100,\nring,Size: XL,120,2\n'
    const { changes } = await importCsv(added)
    expect(changes.at(-1)).toMatchObject({ line: 3, choice: 'Size: XL', isNew: true })
    const variants = [...changed, { choice: { Size: 'XL' }, price: 120, stock: 2 }]
    expect(await getRing()).toMatchObject({ stock: 20, variants })
  })

  test('finds each variant by its id, its code or its choice, and says by which', async ({
    files,
  }) => {
    const { importCsv, getRing } = files
    const id = toVariantId(toProductId('ring'), '{"Size":"S"}')
    const file = [
      'slug,choice,variantId,options,variant,sku,barcode,stock',
      'ring,,,"Size: Small | Medium | L | XL","Size: Small",,,',
      // The id counts before the SKU, which is that of another one.
      `ring,Size: Small,${id},,,R-M,,4`,
      'ring,Size: Medium,of another shop,,,R-M2,4006381333931,5',
      'ring,Size: L,,,,R-L,,6',
      'ring,Size: XL,,,,,,7',
      '',
    ].join('\n')
    const checked = await importCsv(file, true)
    expect(checked.errors).toEqual([])
    expect(checked.matched).toEqual({ id: 1, sku: 0, barcode: 1, choice: 1, new: 1 })
    expect(checked.changes.map(({ line, match }) => [line, match])).toEqual([
      [2, undefined],
      [3, 'id'],
      [4, 'barcode'],
      [5, 'choice'],
      [6, 'new'],
    ])
    expect((await importCsv(file)).applied).toBe(true)
    expect((await getRing()).variants).toMatchObject([
      { choice: { Size: 'Small' }, stock: 4, sku: 'R-M' },
      { choice: { Size: 'Medium' }, stock: 5, sku: 'R-M2' },
      { choice: { Size: 'L' }, stock: 6, sku: 'R-L' },
      { choice: { Size: 'XL' }, stock: 7 },
    ])
  })

  test('refuses the id of another choice, as in a row that was copied', async ({ files }) => {
    const id = toVariantId(toProductId('ring'), '{"Size":"S"}')
    const file = `slug,choice,variantId,stock\nring,Size: S,${id},1\nring,Size: XL,${id},2\n`
    const { applied, errors } = await files.importCsv(file)
    expect(applied).toBe(false)
    const message =
      'The variant id is that of “Size: S”. Empty the cell for another choice. To rename the choice, rename it in the column of the options, too.'
    expect(errors).toEqual([{ line: 3, column: 'variantId', message }])
  })

  test('renames a value by SKU if the file has no ids', async ({ files }) => {
    const header =
      'slug,choice,title,subtitle,category,price,stock,options,variant,highlights,description,countryOfOrigin,publishedAt,sku\n'
    const toFile = (name: string) =>
      `${header}piece,,A piece,For a test,bags,1000,,Colour: ${name} | Ivory,Colour: ${name},One line,Text: One sentence.,India,2026-11-01 10:00,
piece,Colour: ${name},,,,,7,,,,,,,R-1
piece,Colour: Ivory,,,,,3,,,,,,,I-1
`
    await files.importCsv(toFile('Rubby'))
    const { matched, errors, changes } = await files.importCsv(toFile('Ruby'), true)
    expect({ matched, errors }).toEqual({
      matched: { id: 0, sku: 2, barcode: 0, choice: 0, new: 0 },
      errors: [],
    })
    expect(changes).toMatchObject([
      { line: 2, choice: '' },
      { line: 3, choice: 'Colour: Ruby', isNew: false, match: 'sku' },
    ])
    expect((await files.importCsv(toFile('Ruby'))).applied).toBe(true)
  })

  const HEADER = 'slug,choice,price,listPrice,stock,sku,barcode,variantPicture\n'
  const NO_CHOICE = 'Choice must name one value of each option: Size'

  test.for<[what: string, file: string, ...errors: string[]]>([
    [
      'a choice that there is not',
      `${HEADER}ring,Size: XS,,,1,,,`,
      `2 choice: ${NO_CHOICE} (S, M, L, XL).`,
    ],
    [
      'a choice twice',
      `${HEADER}ring,Size: S,,,1,,,\nring,size,,,1,,,\nring,Size: S,,,2,,,`,
      '3 choice: Choice must be “Size: M”',
      '4 choice: The choice is already in line 2.',
    ],
    [
      'parts with errors',
      `${HEADER}ring,Size: S,ten,,many,,123,none.webp\nring,Size: M,90,80,,,,`,
      '2 price: Price must be an amount in rupees with two decimals at most',
      '2 stock: Stock must be a whole number, e.g. 12.',
      '2 barcode: Barcode must be a GTIN',
      '2 variantPicture: Picture of the variant must be one of the pictures of the product.',
      '3 stock: Stock must be a whole number, e.g. 12.',
      '3 listPrice: List price must be above the price ₹90, or left out.',
    ],
    [
      'a stock of the product that is not the sum',
      `${HEADER}ring,,100,,77,,,\nring,Size: S,,,1,,,`,
      '2 stock: Stock must be the sum of the variants, ',
    ],
    [
      'a part in a row of another kind',
      'slug,choice,title,stock,sku\nring,,A ring,,R-1\nring,Size: S,A ring,3,',
      '2 sku: SKU must be empty in a row without a choice.',
      '3 title: Title must be empty in a row with a choice.',
    ],
    [
      'a variant of no product',
      `${HEADER}none,Size: S,,,1,,,`,
      '2 : The product has no row without a choice. Add one, which creates it.',
    ],
    [
      'an option that leaves variants without a row no choice',
      'slug,choice,options,stock\nring,,Size: S | XL,',
      `2 choice: Size: M: ${NO_CHOICE} (S, XL).`,
      `2 choice: Size: L: ${NO_CHOICE} (S, XL).`,
    ],
  ])('with %s is refused', async ([_, file, ...expected], { files }) => {
    const before = await files.getRing()
    const { applied, errors } = await files.importCsv(`${file}\n`)
    expect(applied).toBe(false)
    expect(errors.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual(
      expected.map((error) => expect.stringContaining(error)),
    )
    expect(await files.getRing()).toEqual(before)
  })
})
