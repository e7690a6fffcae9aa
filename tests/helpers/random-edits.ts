import { createRandom, type Random } from '#scripts/catalog/random.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { CATEGORIES } from '#src/contract/values.ts'
import type { ApiClient, JsonResponse } from './api-client.ts'

interface ListedProduct {
  id: string
  slug: string
  archived: boolean
}

const listAll = async (editor: ApiClient): Promise<ListedProduct[]> =>
  (await editor.get('/editor/catalog')).body.products

const choose = <T>({ whole }: Random, all: readonly T[]): T | undefined =>
  all[whole(0, all.length - 1)]

/** Changes of an entry. The number makes slugs and titles unique. */
const CHANGES: ((entry: CatalogEntry, random: Random, edit: number) => Partial<CatalogEntry>)[] = [
  ({ listPrice = 90_000 }, { whole }) => ({ price: whole(100, listPrice - 1), stock: whole(0, 5) }),
  (_, __, edit) => ({ title: `Title of edit ${edit} </script>` }),
  ({ slug }, _, edit) => ({ slug: `${slug.replace(/-edit-\d+$/, '')}-edit-${edit}` }),
  (_, random) => ({ category: choose(random, CATEGORIES) ?? 'watches' }),
  ({ highlights }) => ({ highlights: highlights.toReversed() }),
]

/**
 * Makes random edits of a catalogue as an editor does: fields, slugs, categories, related products,
 * new, archived and restored products.
 * @param onEdited called after each edit.
 */
export async function makeRandomEdits(
  editor: ApiClient,
  edits: number,
  seed: number,
  onEdited: (edit: number) => Promise<void>,
): Promise<void> {
  const random = createRandom(seed)
  const assertOk = ({ status, text }: JsonResponse) => {
    if (status >= 300) throw new Error(`An edit was answered ${status}: ${text}`)
  }
  for (let edit = 1; edit <= edits; edit++) {
    const all = await listAll(editor)
    const onSale = all.filter(({ archived }) => !archived)
    const archived = choose(
      random,
      all.filter((one) => one.archived),
    )
    const chosen = choose(random, onSale)
    if (!chosen) throw new Error('There is no product.')
    const path = `/editor/products/${chosen.id}`
    const { product } = (await editor.get(path)).body
    const kind = random.whole(0, 10)
    if (kind === 0 && onSale.length * 1.1 > all.length)
      assertOk(await editor.post(`${path}/archive`))
    else if (kind === 1 && archived)
      assertOk(await editor.post(`/editor/products/${archived.id}/restore`))
    else if (kind === 10) {
      const id = choose(random, ['about', 'home', 'faqs', 'category:watches']) ?? ''
      const { revision, body } = (await editor.get(`/editor/content/${id}`)).body.record
      const changed = JSON.parse(JSON.stringify(body).replace(/\b(?:the|a)\b/, `the ${edit}`))
      assertOk(await editor.put(`/editor/content/${id}`, { revision, body: changed }))
    } else if (kind === 2)
      assertOk(await editor.post('/editor/products', { ...product.entry, slug: `new-${edit}` }))
    else {
      const related = random.shuffled(all.filter(({ id }) => id !== chosen.id)).slice(0, 3)
      const change =
        kind === 3
          ? { related: related.map(({ slug }) => slug) }
          : choose(random, CHANGES)?.(product.entry, random, edit)
      const { revision, entry } = product
      assertOk(await editor.put(path, { ...entry, ...change, revision }))
    }
    await onEdited(edit)
  }
}
