import type { EditorProduct } from '#src/contract/editor.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { applyDueLaunches } from '#src/server/studio/launches/boundaries.ts'
import { addProducts } from '#tools/products.ts'
import { testWithFiles } from './api-test.ts'

/** The API's test with an editor, and with what tests of the studio read again and again. */
export const test = testWithFiles
  .extend('studio', ({ shop, editor }) => ({
    shop,
    editor,
    readProduct: async (slug: string, id = toProductId(slug)): Promise<EditorProduct> =>
      (await editor.get(`/editor/products/${id}`)).body.product,
    readRecord: async (id: string) => (await editor.get(`/editor/content/${id}`)).body.record,
    /** The price that shoppers see. */
    price: async (slug: string): Promise<number | undefined> =>
      (await editor.get(`/products/slug/${slug}`)).body.product?.price,
    importCsv: (file: string | Uint8Array<ArrayBuffer>, query = '?dryRun=false') =>
      editor.post(`/editor/import${query}`, file, { 'Content-Type': 'text/csv' }),
  }))
  /** A launch without drafts in a shop with the products a, b and c, whose clock stands still. */
  .extend('launch', async ({ studio }) => {
    const { shop, editor } = studio
    await addProducts(shop, { slug: 'a', price: 100 }, { slug: 'b', price: 200 }, { slug: 'c' })
    shop.freezeTime()
    const { id } = (await editor.post('/editor/launches', { name: 'Diwali' })).body.launch
    const path = `/editor/launches/${id}`
    return {
      ...studio,
      id,
      path,
      read: async () => (await editor.get(path)).body.launch,
      draft: (record: string, body: object, basedOn = 1, revision = 0) =>
        editor.put(`${path}/draft`, { record, revision, basedOn, body }),
      bulk: (ids: readonly string[], change: object, launch = id) =>
        editor.post('/editor/products/bulk', { ids, change, launch }),
      publish: () => editor.post(`${path}/publish`),
      end: () => editor.post(`${path}/end`),
      keep: () => editor.post(`${path}/keep`),
      inMinutes: (minutes: number) => new Date(shop.deps.now() + minutes * 60_000).toISOString(),
      passMinute: async () => {
        shop.advanceTime(60_000)
        await applyDueLaunches(shop.deps)
      },
    }
  })
