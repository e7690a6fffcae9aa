import { describe, expect } from 'vitest'
import { type ImportResult, importResponse } from '#src/contract/editor.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const RING = {
  slug: 'ring',
  price: 100,
  options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }],
  variant: { Size: 'S' },
  variants: [
    { choice: { Size: 'S' }, stock: 3, sku: 'R-S' },
    { choice: { Size: 'M' }, stock: 0, sku: 'R-M', barcode: '4006381333931' },
    { choice: { Size: 'L' }, stock: 2, price: 150.5, listPrice: 200 },
  ],
}

describe('a CSV file with variants', () => {
  const HEADER = 'slug,choice,price,listPrice,stock,sku,barcode,variantPicture'

  async function openFiles(shop: TestApp) {
    await addProducts(shop, RING, { slug: 'plain' })
    const editor = await shop.createSignedInUser('editor')
    return {
      exportCsv: async () => (await editor.get('/editor/export')).text,
      async importCsv(file: string, dryRun = false): Promise<ImportResult> {
        const path = `/editor/import?dryRun=${dryRun}`
        const { body } = await editor.post(path, file, { 'Content-Type': 'text/csv' })
        return importResponse.parse(body)
      },
      getRing: async (): Promise<CatalogEntry> =>
        (await editor.get(`/editor/products/${toProductId('ring')}`)).body.product.entry,
    }
  }

  test('has a row for each variant, and makes the same products again', async ({ shop }) => {
    const { exportCsv, importCsv } = await openFiles(shop)
    const exported = await exportCsv()
    expect(exported.split('\r\n').map((line) => line.split(',', 2).join())).toEqual([
      'slug,choice',
      ...['ring,', 'ring,Size: S', 'ring,Size: M', 'ring,Size: L', 'plain,', ''],
    ])
    expect(await importCsv(exported)).toMatchObject({ rows: 5, unchanged: 2, faults: [] })
    await shop.deps.db.deleteFrom('product').execute()
    expect(await importCsv(exported)).toMatchObject({ rows: 5, created: 2, faults: [] })
    expect(await exportCsv()).toBe(exported)
  })

  test('changes the variants that it names, adds others, and leaves the rest', async ({ shop }) => {
    const { importCsv, getRing } = await openFiles(shop)
    const { variants: [small, medium, large] = [], ...before } = await getRing()
    const file = 'slug,choice,stock,sku\nring,Size: M,7,R-MM\nring,Size: S,9,\n'
    const checked = await importCsv(file, true)
    expect(checked).toMatchObject({ updated: 1, faults: [] })
    const sum = 9 + 7 + (large?.stock ?? 0)
    expect(checked.changes).toEqual([
      {
        ...{ line: 2, slug: 'ring', choice: '', isNew: false },
        cells: [{ column: 'stock', before: String(before.stock), after: String(sum) }],
      },
      expect.objectContaining({ line: 3, choice: 'Size: S' }),
      {
        ...{ line: 2, slug: 'ring', choice: 'Size: M', isNew: false },
        cells: [
          { column: 'stock', before: String(medium?.stock), after: '7' },
          { column: 'sku', before: 'R-M', after: 'R-MM' },
        ],
      },
    ])
    expect((await importCsv(file)).applied).toBe(true)
    const { sku: _, ...bare } = small ?? { choice: {} }
    const changed = [{ ...bare, stock: 9 }, { ...medium, stock: 7, sku: 'R-MM' }, large]
    expect(await getRing()).toEqual({ ...before, stock: sum, variants: changed })

    const added = 'slug,choice,price,stock\nring,,100,\nring,Size: XL,120,2\n'
    const { changes } = await importCsv(added)
    expect(changes.at(-1)).toMatchObject({ line: 3, choice: 'Size: XL', isNew: true })
    expect(await getRing()).toMatchObject({
      stock: sum + 2,
      variants: [...changed, { choice: { Size: 'XL' }, price: 120, stock: 2 }],
    })
  })

  test.each<
    [what: string, rows: string, faults: [line: number, column: string, message: string][]]
  >([
    [
      'a choice that there is not',
      'ring,Size: XS,,,1,,,',
      [[2, 'choice', 'choice must name one value of each option: Size (S, M, L, XL).']],
    ],
    [
      'a choice twice',
      'ring,Size: S,,,1,,,\nring,size,,,1,,,\nring,Size: S,,,2,,,',
      [
        [3, 'choice', 'choice must be “Size: M”'],
        [4, 'choice', 'The choice stands in line 2 already.'],
      ],
    ],
    [
      'parts with faults',
      'ring,Size: S,ten,,many,,123,none.webp\nring,Size: M,90,80,,,,',
      [
        [2, 'price', 'price must be an amount in rupees, e.g. 1499.50.'],
        [2, 'stock', 'stock must be a number.'],
        [2, 'barcode', 'barcode must be a GTIN'],
        [2, 'variantPicture', 'picture must be one of the pictures of the product.'],
        [3, 'stock', 'stock must be a number.'],
        [3, 'listPrice', 'listPrice must be above the price 90, or left out.'],
      ],
    ],
    [
      'a stock of the product that is not the sum',
      'ring,,100,,77,,,\nring,Size: S,,,1,,,',
      [[2, 'stock', 'stock must be the sum of the variants, ']],
    ],
    [
      'a part of a variant in the row of its product',
      'ring,,100,,,R-1,,',
      [[2, 'sku', 'sku must be empty in a row without a choice.']],
    ],
    [
      'a variant of no product',
      'none,Size: S,,,1,,,',
      [[2, '', 'No row without a choice creates the product.']],
    ],
  ])('with %s is refused', async (_, rows, expected) => {
    await using shop = await createTestApp()
    const { importCsv, getRing } = await openFiles(shop)
    const before = await getRing()
    const { applied, faults } = await importCsv(`${HEADER}\n${rows}\n`)
    expect(applied).toBe(false)
    expect(faults).toEqual(
      expected.map(([line, column, message]) => ({
        ...{ line, column },
        message: expect.stringContaining(message),
      })),
    )
    expect(await getRing()).toEqual(before)
  })

  test('names the variants without a row that an option leaves without a choice', async ({
    shop,
  }) => {
    const { importCsv } = await openFiles(shop)
    const { faults } = await importCsv('slug,choice,options,stock\nring,,Size: S | XL,\n')
    const message = 'choice must name one value of each option: Size (S, XL).'
    expect(faults).toEqual([
      { line: 2, column: 'choice', message: `Size: M: ${message}` },
      { line: 2, column: 'choice', message: `Size: L: ${message}` },
    ])
  })

  test('refuses texts of the product in a row of a variant', async ({ shop }) => {
    const { importCsv } = await openFiles(shop)
    const { faults } = await importCsv('slug,choice,title,stock\nring,Size: S,A ring,3\n')
    expect(faults).toEqual([
      { line: 2, column: 'title', message: 'title must be empty in a row with a choice.' },
    ])
  })
})
