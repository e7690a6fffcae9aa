import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { logReplacedTexts, readSiteContent } from '#src/server/core/content/read-content.ts'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { getFilteredListing } from '#src/server/shop/catalog/filtered-listing.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { CATEGORY } from '#tools/every-endpoint.ts'
import { createCatalogEntry } from '#tools/products.ts'

const about = '/editor/content/about'

const withTitle = (title: string): ContentBody<'about'> => ({
  ...getDefaultContent('about'),
  title,
})

describe('records of content', () => {
  test('are the texts that come with the shop until one is saved', async ({ studio }) => {
    const { shop, editor } = studio
    const { db } = shop.deps
    const findListed = async () => {
      const { records } = (await editor.get('/editor/content')).body
      return records.find(({ id }: { id: string }) => id === 'about')
    }
    expect(await findListed()).toMatchObject({ title: 'About', revision: 0, updatedAt: null })
    const initialBody = getDefaultContent('about')
    expect(await studio.readRecord('about')).toMatchObject({ revision: 0, body: initialBody })
    expect(await readSiteContent(shop.deps, db)).toEqual([])
    const reader = createCatalogReader(shop.deps)
    const before = await reader.getVersion()

    const body = withTitle('The house')
    expect(await editor.put(about, { revision: 0, body })).toMatchObject({
      status: 200,
      body: { record: { revision: 1, body, initialBody } },
    })
    expect(await reader.getVersion()).not.toBe(before)
    expect((await reader.read()).content).toMatchObject([{ id: 'about', body }])
    expect(await listPublishRequests(db)).toMatchObject([{ summary: 'Saved About' }])
    expect(await findListed()).toMatchObject({ revision: 1, unpublished: true })
    const { versions } = (await editor.get(`${about}/history`)).body
    expect(versions).toMatchObject([{ revision: 1, action: 'update', archived: false }])
    const logged = await db.selectFrom('audit_entry').selectAll().execute()
    expect(logged).toMatchObject([{ action: 'content', subject: '{content:about|Saved About}' }])
  })

  test('of parallel saves one counts, and the others get both versions', async ({ editor }) => {
    const save = (title: string) => editor.put(about, { revision: 0, body: withTitle(title) })
    const answers = await Promise.all(['One', 'Two', 'Three'].map(save))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Another version of this record was saved meanwhile.',
      current: { revision: 1 },
      submitted: { title: expect.stringMatching(/One|Two|Three/) },
    })
  })

  // More rules of records are in tests/unit/studio/content-form.test.ts.
  const spans = [{ text: 'b', link: 'javascript:alert(1)' }]
  const story = { title: 'A', text: [{ type: 'paragraph', spans }] }
  const toPicture = (file: string) => ({ picture: { file, alt: '' } })

  test.for([
    ['about', 'a field that no record has', { colour: 'red' }, 'colour'],
    ['about', 'an unknown token', { title: 'Ring {telephone}' }, undefined],
    ['about', 'a picture that was never uploaded', toPicture('a'.repeat(32)), undefined],
    ['about', 'a picture that is cut for slides', toPicture('site:hero-noir'), 'picture.file'],
    ['about', 'a script in a link', { story }, 'story.text.0.spans.0.link'],
    ['announcement', 'a script', { text: 'Sale', href: 'javascript:alert(1)' }, 'href'],
  ] as const)('%s with %s is refused', async ([id, _, change, field], { editor }) => {
    const body = { ...getDefaultContent(id), ...change }
    const answer = await editor.put(`/editor/content/${id}`, { revision: 0, body })
    expect({ status: answer.status, field: answer.body.field }).toEqual({ status: 400, field })
    expect(answer.body.message).toMatch(/\.$/)
  })

  test('of a kind with many are created once, archived and restored', async ({ shop, editor }) => {
    const id = 'category:lamps'
    const create = (id: string) => editor.post('/editor/content', { id, body: CATEGORY })
    const record = { revision: 1, initialBody: null }
    expect(await create(id)).toMatchObject({ status: 201, body: { record } })
    expect([(await create(id)).status, (await create('lamps')).status]).toEqual([409, 404])
    const setArchived = (archived: boolean) =>
      editor.put(`/editor/content/${id}/archived`, { archived })
    expect((await setArchived(true)).body.record).toMatchObject({ archived: true, revision: 2 })
    expect(await readSiteContent(shop.deps, shop.deps.db)).toEqual([])
    await setArchived(false)
    expect(await readSiteContent(shop.deps, shop.deps.db)).toMatchObject([{ id, body: CATEGORY }])
    expect((await editor.put(`${about}/archived`, { archived: true })).status).toBe(400)
  })

  test('of an earlier release get new fields from the default text', async ({ studio }) => {
    const { shop, editor } = studio
    await editor.put(about, { revision: 0, body: withTitle('The house') })
    const { stats: _, ...earlier } = withTitle('The house')
    const body = JSON.stringify({ ...earlier, gone: 1 })
    await shop.deps.db.updateTable('content_record').set({ body }).execute()
    expect((await studio.readRecord('about')).body).toEqual(withTitle('The house'))
    expect((await editor.get('/editor/dashboard')).body.replacedTexts).toEqual([])
  })

  test('of an earlier release that break a rule are named, and lose no other field', async ({
    studio,
  }) => {
    const { shop, editor } = studio
    const { db } = shop.deps
    await editor.put(about, { revision: 0, body: withTitle('The house') })
    const long = 'x'.repeat(400)
    const { title, ...others } = { ...withTitle(long), seoTitle: 'Ours' }
    const setBody = (body: object) =>
      db
        .updateTable('content_record')
        .set({ body: JSON.stringify(body) })
        .execute()
    await setBody({ title, ...others })
    const initial = getDefaultContent('about')
    const fitted = { ...others, title: initial.title }
    expect((await studio.readRecord('about')).body).toEqual(fitted)
    expect((await createCatalogReader(shop.deps).read()).content).toMatchObject([{ body: fitted }])
    const listReplaced = async () => (await editor.get('/editor/dashboard')).body.replacedTexts
    const fields = [{ label: 'Title', stored: 'x'.repeat(300) }]
    expect(await listReplaced()).toEqual([{ id: 'about', title: 'About', fields }])
    await logReplacedTexts(shop.deps)
    expect(shop.logs).toMatchObject([
      { level: 'warn', message: 'stored text breaks a rule', fields: { id: 'about' } },
    ])
    await setBody({ ...others, title: 7, seoTitle: null })
    expect(await listReplaced()).toMatchObject([{ fields: [{ stored: '7' }, { stored: 'null' }] }])
    expect((await editor.put(about, { revision: 1, body: fitted })).status).toBe(200)
    expect(await listReplaced()).toEqual([])
  })
})

test('a text is found in the records and products that have it', async ({ editor }) => {
  for (const [slug, title] of [
    ['tara', 'Tara 50% "Noir" watch'],
    // A page shows another case and other spaces than what is stored, on both databases.
    ['mina', 'ÉTUI  Minaudière'],
  ] as const)
    await editor.post('/editor/products', createCatalogEntry({ slug, title }))
  await editor.put(about, { revision: 0, body: withTitle('A_house of watches') })
  const find = async (text: string) =>
    (await editor.get(`/editor/texts?text=${encodeURIComponent(text)}`)).body.found
  expect(await find('a_house  OF')).toEqual([{ type: 'content', id: 'about', title: 'About' }])
  expect(await find('50% "noir"')).toMatchObject([
    { type: 'product', title: expect.stringMatching(/^Tara/) },
  ])
  expect(await find('étui minaudière')).toMatchObject([{ title: 'ÉTUI  Minaudière' }])
  for (const text of ['501 "noir"', 'All rights', ' ']) expect(await find(text)).toEqual([])
  const withToken = 'As little as a parcel needs. This notice holds from 1 May 2027.'
  expect(await find(withToken)).toMatchObject([{ id: 'privacy' }])
})

test('words in braces of a product do not make the search for a text longer', async ({
  editor,
}) => {
  const title = 'Sitara seconde'
  const highlights = [`${'{a}'.repeat(6)}qz`]
  await editor.post('/editor/products', createCatalogEntry({ slug: 'tara', title, highlights }))
  const start = process.threadCpuUsage()
  const text = encodeURIComponent(`seconde ${'x '.repeat(60)}`)
  expect((await editor.get(`/editor/texts?text=${text}`)).body.found).toEqual([])
  // A pattern of the words took minutes.
  const { user } = process.threadCpuUsage(start)
  expect(Math.floor(user / 1e6)).toBe(0)
})

test('products, menus and collections follow the new name of a category', async ({ studio }) => {
  const { shop, editor, readProduct, readRecord } = studio
  const create = (slug: string, category: string) =>
    editor.post('/editor/products', createCatalogEntry({ slug, category }))
  await create('saree', 'clothing')
  await create('ring', 'jewelry')
  const archived = (await create('pendant', 'Jewelry')).body.product
  await editor.post(`/editor/products/${archived.id}/archive`)
  const rule = { only: 'all', category: 'jewelry', colour: '' }
  const texts = { name: 'Festive', introduction: '', seoTitle: '', description: '' }
  const festive = { id: 'collection:festive', body: { ...texts, products: [], rule } }
  await editor.post('/editor/content', festive)
  const order = { ...getDefaultContent('shop'), categories: [{ category: 'Jewelry' }] }
  await editor.put('/editor/content/shop', { revision: 0, body: order })
  const rename = (revision: number, name: string) =>
    editor.put('/editor/content/category:jewelry', {
      revision,
      body: { ...getDefaultContent('category:jewelry'), name },
    })

  expect(await rename(0, '2026')).toMatchObject({ status: 400, body: { field: 'name' } })
  const message = 'There is a category “Clothing” already.'
  const taken = { status: 409, body: { field: 'name', message } }
  expect(await rename(0, 'Clothing')).toMatchObject(taken)
  const body = { name: 'Fine Jewellery' }
  const record = { id: 'category:jewelry', slug: 'fine-jewellery', body }
  const renamed = { status: 200, body: { record } }
  expect(await rename(0, 'Fine Jewellery')).toMatchObject(renamed)
  const categories = ['ring', 'pendant', 'saree'].map(
    async (slug) => (await readProduct(slug)).entry.category,
  )
  const expected = ['fine-jewellery', 'fine-jewellery', 'clothing']
  expect(await Promise.all(categories)).toEqual(expected)
  const link = { label: 'Fine Jewellery', href: '/shop?category=fine-jewellery' }
  expect((await readRecord('menu')).body.more).toContainEqual(link)
  expect((await readRecord('collection:festive')).body.rule.category).toBe('fine-jewellery')
  const { records } = (await editor.get('/editor/content')).body
  const slugs = records.map(({ slug }: { slug: string | null }) => slug)
  expect(slugs).toContain('fine-jewellery')
  expect(slugs).not.toContain('jewelry')
  // A form of the former name that is still open.
  expect(await rename(0, 'Jewelry')).toMatchObject({
    status: 409,
    body: { current: record },
  })
  const readMoved = async () => (await createCatalogReader(shop.deps).read()).movedCategories
  expect(await readMoved()).toEqual({ jewelry: 'fine-jewellery' })
  // Where an editor has put it.
  const { chips } = await getFilteredListing(shop.deps, new URL('http://localhost/shop'))
  expect(chips.slice(0, 2)).toEqual(['all', 'fine-jewellery'])
  expect(chips).not.toContain('jewelry')

  // A second name keeps the history, and the first address leads to the last one.
  await rename(1, 'Jewels')
  expect(await readMoved()).toEqual({ jewelry: 'jewels', 'fine-jewellery': 'jewels' })
  const { versions } = (await editor.get('/editor/content/category:jewelry/history')).body
  expect(versions).toHaveLength(2)
  // A former name is that of the category, until one is made of it.
  await create('bangle', 'jewelry')
  expect((await readProduct('bangle')).entry.category).toBe('jewels')
  const again = { id: 'category:jewelry', body: getDefaultContent('category:jewelry') }
  const created = await editor.post('/editor/content', { ...again, takesFormer: true })
  expect(created.status).toBe(201)
  await create('anklet', 'jewelry')
  expect((await readProduct('anklet')).entry.category).toBe('jewelry')
  expect(await readMoved()).toEqual({ 'fine-jewellery': 'jewels' })
})
