import { expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { toAddress } from '#src/editing/address.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'

const RENAMES = process.env['LONG_TESTS'] ? 1_000 : 100
const RENAMES_PER_CHECK = 100
const FIRST = ['amber', 'bela', 'chand', 'dhara', 'ela', 'falak']
const SLUGS = [...FIRST, 'gul', 'hira', 'indu', 'jui', 'kesar', 'lata', 'megh', 'nila', 'ojas']
const NAMES = ['Watches', 'Bags', 'Orchid', 'Quartz', 'Umbrella', 'Velvet', 'Zenith', 'Lantern']

/** A text with links. */
const toText = (links: string[]) => [
  { type: 'paragraph', spans: links.map((link) => ({ text: 'Here', link })) },
]

/** Who has, and had, each address, as the shop should know it. */
class Addresses {
  readonly current = new Map<string, string>()
  readonly owners = new Map<string, string>()

  set(id: string, slug: string): void {
    this.current.set(id, slug)
    this.owners.set(slug, id)
  }

  get(id: string): string {
    return this.current.get(id) ?? ''
  }

  isCurrent(slug: string): boolean {
    return this.get(this.owners.get(slug) ?? '') === slug
  }

  /** The former paths, with those that they lead to. */
  listMoved(folder: string): [string, string][] {
    return [...this.owners]
      .filter(([slug]) => !this.isCurrent(slug))
      .map(([slug, id]) => [`${folder}${slug}`, `${folder}${this.get(id)}`])
  }
}

const test = base.extend('names', async ({ launch }) => {
  const { shop, editor, readProduct, readRecord } = launch
  const products = new Addresses()
  const categories = new Addresses()
  const names = new Map<string, string>()
  for (const slug of FIRST) products.set(toProductId(slug), slug)
  categories.set('watches', 'watches')
  categories.set('bags', 'bags')
  const [one = '', two = '', three = '', four = '', five = '', six = ''] = FIRST.map(toProductId)
  await addProducts(
    shop,
    ...FIRST.map((slug) => ({ slug, category: slug === 'dhara' ? 'bags' : 'watches' })),
  )
  const save = (id: string, body: object) =>
    editor.put(`/editor/content/${id}`, { revision: 0, body })
  const home = getDefaultContent('home')
  const menu = getDefaultContent('menu')
  const collection = { ...getDefaultContent('collection:gifts'), name: 'Gifts' }
  const { entry } = await readProduct('amber')
  const saved = [
    await editor.put(`/editor/products/${one}`, { ...entry, related: ['bela'], revision: 1 }),
    await save('home', { ...home, featured: { ...home.featured, products: ['amber', 'bela'] } }),
    await save('search-pins', { pins: [{ query: 'gift', products: ['chand'] }] }),
    await editor.post('/editor/content', {
      id: 'page:notes',
      body: {
        ...getDefaultContent('page:notes'),
        name: 'Notes',
        sections: [{ title: '', text: toText(['/product/chand', '/shop/watches']) }],
      },
    }),
    await editor.post('/editor/content', {
      id: 'collection:gifts',
      body: {
        ...collection,
        products: ['dhara'],
        rule: { only: 'all', category: 'bags', colour: '' },
      },
    }),
    await save('menu', {
      ...menu,
      more: [
        { label: 'A gift', href: '/product/ela#story' },
        { label: 'Watches', href: '/shop?category=watches' },
        { label: 'All of them', href: '/shop/bags/2?sort=new' },
        { label: 'Presents', href: '/collections/gifts' },
        { label: 'Notes', href: '/pages/notes#care' },
      ],
    }),
    await launch.draft(
      'collection:later',
      { ...collection, name: 'Later', products: ['falak'] },
      0,
    ),
    await launch.draft(
      'new-1',
      createCatalogEntry({ slug: 'reserved', category: 'bags', related: ['ela'] }),
      0,
    ),
  ]
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201, 200, 200, 200])

  return {
    products,
    categories,
    async renameProduct(id: string, slug: string) {
      const { revision, entry } = await readProduct('', id)
      const body = { ...entry, slug, revision, takesFormer: true }
      expect((await editor.put(`/editor/products/${id}`, body)).status).toBe(200)
      products.set(id, slug)
    },
    async renameCategory(id: string, name: string) {
      const path = `category:${id}`
      const { revision, body } = await readRecord(path)
      const renamed = { revision, body: { ...body, name }, takesFormer: true }
      expect((await editor.put(`/editor/content/${path}`, renamed)).status).toBe(200)
      categories.set(id, toAddress(name))
      names.set(id, name)
    },
    /** What records, drafts and products refer to, beside what they should. */
    async readReferences() {
      const { body } = await readRecord('home')
      const links = (await readRecord('menu')).body.more
      const gifts = (await readRecord('collection:gifts')).body
      const readDraft = async (record: string) =>
        (await editor.get(`${launch.path}/draft?record=${record}`)).body.draft.body
      const reserved = await readDraft('new-1')
      const found = {
        related: (await readProduct('', one)).entry.related,
        featured: body.featured.products,
        pins: (await readRecord('search-pins')).body.pins[0].products,
        chosen: gifts.products,
        rule: gifts.rule.category,
        links: links.map(({ href }: { href: string }) => href),
        label: links[1].label,
        text: (await readRecord('page:notes')).body.sections[0].text,
        draft: (await readDraft('collection:later')).products,
        reserved: [reserved.category, ...reserved.related],
        category: (await readProduct('', four)).entry.category,
      }
      const expected: typeof found = {
        related: [products.get(two)],
        featured: [products.get(one), products.get(two)],
        pins: [products.get(three)],
        chosen: [products.get(four)],
        rule: categories.get('bags'),
        links: [
          `/product/${products.get(five)}#story`,
          `/shop?category=${categories.get('watches')}`,
          `/shop/${categories.get('bags')}/2?sort=new`,
          '/collections/gifts',
          '/pages/notes#care',
        ],
        label: names.get('watches') ?? 'Watches',
        text: toText([`/product/${products.get(three)}`, `/shop/${categories.get('watches')}`]),
        draft: [products.get(six)],
        reserved: [categories.get('bags'), products.get(five)],
        category: categories.get('bags'),
      }
      return { found, expected }
    },
  }
})

test(`after ${RENAMES} random renames each reference names the same thing, and former addresses lead to it`, async ({
  launch: { shop, editor },
  names,
}) => {
  const { products, categories } = names
  const { fraction, whole } = createRandom(58)
  const pick = (all: string[]): string => all[whole(0, all.length - 1)] ?? ''
  for (let count = 1; count <= RENAMES; count++) {
    if (fraction() < 0.8) {
      const id = pick([...products.current.keys()])
      await names.renameProduct(id, pick(SLUGS.filter((slug) => !products.isCurrent(slug))))
    } else {
      const id = pick([...categories.current.keys()])
      const free = NAMES.filter((name) => !categories.isCurrent(toAddress(name)))
      await names.renameCategory(id, pick(free))
    }
    if (count % RENAMES_PER_CHECK > 0) continue
    const { found, expected } = await names.readReferences()
    expect(found, `after ${count} renames`).toEqual(expected)
    const { moved } = await createCatalogReader(shop.deps).read()
    expect(moved).toEqual(
      Object.fromEntries([...products.listMoved('/product/'), ...categories.listMoved('/shop/')]),
    )
    for (const [slug, id] of products.owners) {
      const { product } = (await editor.get(`/products/slug/${slug}`)).body
      expect([slug, product?.id]).toEqual([slug, id])
    }
  }
}, 600_000)
