import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { getFilteredListing } from '#src/server/catalog/filtered-listing.ts'
import { createCatalogReader } from '#src/server/catalog/service.ts'
import { readSiteContent } from '#src/server/content/read-content.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { test } from '#tests/helpers/api-test.ts'
import { createCatalogEntry } from '#tests/helpers/products.ts'

const about = '/editor/content/about'

const withTitle = (title: string): ContentBody<'about'> => ({
  ...getDefaultContent('about'),
  title,
})

describe('records of content', () => {
  test('are the texts that come with the shop until one is saved', async ({ shop, editor }) => {
    const { records } = (await editor.get('/editor/content')).body
    expect(records).toContainEqual(
      expect.objectContaining({ id: 'about', title: 'About', revision: 0, updatedAt: null }),
    )
    const initial = getDefaultContent('about')
    expect((await editor.get(about)).body.record).toMatchObject({ revision: 0, body: initial })
    expect(await readSiteContent(shop.deps, shop.deps.db)).toEqual([])
    const reader = createCatalogReader(shop.deps)
    const before = await reader.getVersion()

    const saved = await editor.put(about, { revision: 0, body: withTitle('The house') })
    expect(saved).toMatchObject({
      status: 200,
      body: { record: { revision: 1, body: { title: 'The house' }, initialBody: initial } },
    })
    expect(await reader.getVersion()).not.toBe(before)
    expect((await reader.read()).content).toMatchObject([
      { id: 'about', body: { title: 'The house' } },
    ])
    expect(await listPublishRequests(shop.deps.db)).toMatchObject([{ summary: 'Saved About' }])
    const list = (await editor.get('/editor/content')).body.records
    expect(list.find(({ id }: { id: string }) => id === 'about')).toMatchObject({
      revision: 1,
      unpublished: true,
    })
    const { versions } = (await editor.get(`${about}/history`)).body
    expect(versions).toMatchObject([{ revision: 1, action: 'update', archived: false }])
    const [entry] = await shop.deps.db.selectFrom('audit_entry').selectAll().execute()
    expect(entry).toMatchObject({ action: 'content', subject: 'Saved About' })
  })

  test('of parallel saves of one version one counts, and the others get both versions', async ({
    editor,
  }) => {
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((title) =>
        editor.put(about, { revision: 0, body: withTitle(title) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Another version of this record was saved meanwhile.',
      current: { revision: 1 },
      submitted: { title: expect.stringMatching(/One|Two|Three/) },
    })
  })

  test.for([
    ['an empty title', { title: '' }, 'title'],
    ['a field that no record has', { colour: 'red' }, 'colour'],
    ['an unknown token', { title: 'Ring {telephone}' }, undefined],
    [
      'a picture that was never uploaded',
      { picture: { file: 'a'.repeat(32), alt: '' } },
      undefined,
    ],
    [
      'a picture of the shop that is cut for slides',
      { picture: { file: 'site:hero-noir', alt: '' } },
      'picture.file',
    ],
    ['a picture that the shop has not', { picture: { file: 'site:sea', alt: '' } }, 'picture.file'],
    [
      'a script in a link',
      {
        story: {
          title: 'A',
          text: [{ type: 'paragraph', spans: [{ text: 'b', link: 'javascript:alert(1)' }] }],
        },
      },
      'story.text.0.spans.0.link',
    ],
  ] as const)('%s is refused with a sentence', async ([, change, field], { editor }) => {
    const body = { ...getDefaultContent('about'), ...change }
    const { status, body: answer } = await editor.put(about, { revision: 0, body })
    expect({ status, field: answer.field }).toEqual({ status: 400, field })
    expect(answer.message).toMatch(/\.$/)
  })

  test('the announcement leads to no script', async ({ editor }) => {
    const body = { text: 'Sale', href: 'javascript:alert(1)' }
    const answer = await editor.put('/editor/content/announcement', { revision: 0, body })
    expect(answer).toMatchObject({ status: 400, body: { field: 'href' } })
  })

  test('have a list in the answer to a question', async ({ editor }) => {
    const answer = [{ type: 'list', items: [[{ text: 'One', bold: true, link: '/care' }]] }]
    const sections = [{ title: 'A', questions: [{ question: 'B', answer }] }]
    const body = { ...getDefaultContent('faqs'), sections }
    const saved = await editor.put('/editor/content/faqs', { revision: 0, body })
    expect(saved).toMatchObject({ status: 200, body: { record: { body: { sections } } } })
  })

  test('of a kind with many are created once, archived and restored; those of the shop stay', async ({
    shop,
    editor,
  }) => {
    const id = 'category:lamps'
    const body = { name: 'Lamps', introduction: 'Brass and glass.', seoTitle: '', description: '' }
    const created = await editor.post('/editor/content', { id, body })
    expect(created).toMatchObject({
      status: 201,
      body: { record: { revision: 1, initialBody: null } },
    })
    expect((await editor.post('/editor/content', { id, body })).status).toBe(409)
    expect((await editor.post('/editor/content', { id: 'lamps', body })).status).toBe(404)
    const archived = await editor.put(`/editor/content/${id}/archived`, { archived: true })
    expect(archived.body.record).toMatchObject({ archived: true, revision: 2 })
    expect(await readSiteContent(shop.deps, shop.deps.db)).toEqual([])
    await editor.put(`/editor/content/${id}/archived`, { archived: false })
    expect(await readSiteContent(shop.deps, shop.deps.db)).toMatchObject([{ id, body }])
    const kept = await editor.put(`${about}/archived`, { archived: true })
    expect(kept.status).toBe(400)
  })

  test('a stored record gets the fields that are new from the text that comes with the shop', async ({
    shop,
    editor,
  }) => {
    await editor.put(about, { revision: 0, body: withTitle('The house') })
    const { stats: _, ...earlier } = withTitle('The house')
    const json = JSON.stringify({ ...earlier, gone: 1 })
    await shop.deps.db.updateTable('content_record').set({ body: json }).execute()
    expect((await editor.get(about)).body.record.body).toEqual(withTitle('The house'))
  })
})

test('a text is found in the records and products that have it', async ({ editor }) => {
  const entry = createCatalogEntry({ slug: 'tara', title: 'Tara 50% "Noir" watch' })
  const { product } = (await editor.post('/editor/products', entry)).body
  await editor.put(about, { revision: 0, body: withTitle('A_house of watches') })
  const find = async (text: string) =>
    (await editor.get(`/editor/texts?text=${encodeURIComponent(text)}`)).body.found
  expect(await find('a_house  OF')).toEqual([{ type: 'content', id: 'about', title: 'About' }])
  expect(await find('50% "noir"')).toMatchObject([{ type: 'product', id: product.id }])
  expect(await find('501 "noir"')).toEqual([])
  // A page shows another case and other spaces than what is stored, on both databases.
  await editor.post(
    '/editor/products',
    createCatalogEntry({ slug: 'mina', title: 'ÉTUI  Minaudière' }),
  )
  expect(await find('étui minaudière')).toMatchObject([{ title: 'ÉTUI  Minaudière' }])
  expect(
    await find('As little as a parcel needs. This notice holds from 1 May 2027.'),
  ).toMatchObject([{ id: 'privacy' }])
  expect(await find('All rights')).toEqual([])
  expect(await find(' ')).toEqual([])
})

test('a category that gets another name has another address, which products, menus and collections follow', async ({
  shop,
  editor,
}) => {
  const create = async (slug: string, category: string) => {
    const entry = createCatalogEntry({ slug, category })
    return (await editor.post('/editor/products', entry)).body.product
  }
  const saree = await create('saree', 'clothing')
  const ring = await create('ring', 'jewelry')
  const { id: archivedId } = await create('pendant', 'Jewelry')
  await editor.post(`/editor/products/${archivedId}/archive`)
  const rule = { only: 'all', category: 'jewelry', colour: '' }
  const festive = {
    name: 'Festive',
    introduction: '',
    seoTitle: '',
    description: '',
    products: [],
    rule,
  }
  await editor.post('/editor/content', { id: 'collection:festive', body: festive })
  const rename = (revision: number, from: string, name: string) =>
    editor.put(`/editor/content/category:${from}`, {
      revision,
      body: { ...getDefaultContent('category:jewelry'), name },
    })

  const order = { ...getDefaultContent('shop'), categories: [{ category: 'Jewelry' }] }
  await editor.put('/editor/content/shop', { revision: 0, body: order })
  expect(await rename(0, 'jewelry', '2026')).toMatchObject({ status: 400, body: { field: 'name' } })
  expect(await rename(0, 'jewelry', 'Clothing')).toMatchObject({
    status: 409,
    body: { field: 'name', message: 'There is a category “Clothing” already.' },
  })
  const renamed = await rename(0, 'jewelry', 'Fine Jewellery')
  expect(renamed).toMatchObject({
    status: 200,
    body: { record: { id: 'category:fine-jewellery', body: { name: 'Fine Jewellery' } } },
  })
  const categoryOf = async (id: string) =>
    (await editor.get(`/editor/products/${id}`)).body.product.entry.category
  expect(await categoryOf(ring.id)).toBe('fine-jewellery')
  expect(await categoryOf(archivedId)).toBe('fine-jewellery')
  expect(await categoryOf(saree.id)).toBe('clothing')
  const link = { label: 'Fine jewellery', href: '/shop?category=fine-jewellery' }
  expect((await editor.get('/editor/content/menu')).body.record.body.more).toContainEqual(link)
  const collection = (await editor.get('/editor/content/collection:festive')).body.record
  expect(collection.body.rule.category).toBe('fine-jewellery')
  const ids = (await editor.get('/editor/content')).body.records.map(({ id }: { id: string }) => id)
  expect(ids).toContain('category:fine-jewellery')
  expect(ids).not.toContain('category:jewelry')
  // A form of the former name that is still open.
  expect((await rename(0, 'jewelry', 'Jewelry')).status).toBe(404)
  const readMoved = async () => (await createCatalogReader(shop.deps).read()).movedCategories
  expect(await readMoved()).toEqual({ jewelry: 'fine-jewellery' })
  const listing = await getFilteredListing(shop.deps, new URL('http://localhost/shop'))
  // Where an editor has put it.
  expect(listing.chips.slice(0, 2)).toEqual(['all', 'fine-jewellery'])
  expect(listing.chips).not.toContain('jewelry')

  // A second name keeps the history, and the first address leads to the last one.
  await rename(1, 'fine-jewellery', 'Jewels')
  expect(await readMoved()).toEqual({ jewelry: 'jewels', 'fine-jewellery': 'jewels' })
  const { versions } = (await editor.get('/editor/content/category:jewels/history')).body
  expect(versions).toHaveLength(2)
  await create('bangle', 'jewelry')
  expect(await readMoved()).toEqual({ 'fine-jewellery': 'jewels' })
})
