import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { LibraryPicture } from '#src/contract/picture-library.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteUnusedPictures } from '#src/server/core/media/unused-pictures.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { createPicture } from '#tools/pictures.ts'
import { createCatalogEntry } from '#tools/products.ts'

const MISSING = 'a'.repeat(32)

const toPicture = (file: string, alt: string) => ({ file, alt })

/** Three pictures: one of a product, an archived product and the page About, one of a product, one of none. */
const test = base.extend('library', async ({ studio }) => {
  const { shop, editor, readProduct, readRecord } = studio
  const upload = async (width: number): Promise<string> => {
    shop.advanceTime(1_000)
    const picture = await createPicture(width, 400)
    const type = { 'Content-Type': 'image/webp' }
    return (await editor.post('/editor/pictures', picture, type)).body.file
  }
  const [shared, other, unused] = [await upload(300), await upload(310), await upload(320)]
  const create = (input: Parameters<typeof createCatalogEntry>[0]) =>
    editor.post('/editor/products', createCatalogEntry(input))
  const lamp = [toPicture(shared, 'A lamp of brass'), toPicture(other, 'Its base')]
  await create({ slug: 'lamp', pictures: lamp })
  const { id } = (await create({ slug: 'vase', pictures: [toPicture(shared, 'Both')] })).body
    .product
  await editor.post(`/editor/products/${id}/archive`)
  const saveAbout = (revision: number, change: object) =>
    editor.put('/editor/content/about', {
      revision,
      body: { ...getDefaultContent('about'), ...change },
    })
  await saveAbout(0, { picture: { ...toPicture(shared, ''), focus: { x: 20, y: 30 } } })
  const list = async (query = '') => (await editor.get(`/editor/pictures?${query}`)).body
  const get = async (file: string) => (await editor.get(`/editor/pictures/${file}`)).body
  const readUses = async (file: string): Promise<LibraryPicture['uses']> =>
    (await get(file)).picture.uses
  return {
    shop,
    editor,
    shared,
    other,
    unused,
    list,
    get,
    upload,
    create,
    saveAbout,
    readRecord,
    readProduct,
    readUses,
    replace: async (file: string, by: string, seen?: LibraryPicture['uses']) => {
      const uses = (seen ?? (await readUses(file))).map(({ id, revision }) => ({ id, revision }))
      return editor.post(`/editor/pictures/${file}/replace`, { by, uses })
    },
    undo: (batch: string) => editor.post(`/editor/batches/${batch}/undo`),
    readPictures: async (slug: string) => (await readProduct(slug)).entry.pictures,
    removeSecond: async () => {
      const { id: lampId, entry } = await readProduct('lamp')
      const pictures = entry.pictures.slice(0, 1)
      await editor.put(`/editor/products/${lampId}`, { ...entry, pictures, revision: 1 })
    },
  }
})

const filesOf = ({ pictures }: { pictures: LibraryPicture[] }) =>
  pictures.flatMap(({ file }) => (file.startsWith('site:') ? [] : file))

describe('the library of pictures', () => {
  test('has every picture, the newest first, with where it is shown', async ({ library }) => {
    const { shared, other, unused } = library
    const all = await library.list()
    expect(filesOf(all)).toEqual([unused, other, shared])
    const picture = { width: 320, height: 400, alt: '' }
    expect(all.pictures[0]).toMatchObject({ uses: [], picture })
    expect(await library.get(shared)).toMatchObject({
      bytes: expect.any(Number),
      picture: {
        picture: { alt: 'A lamp of brass' },
        uses: [
          { kind: 'product', id: toProductId('lamp'), archived: false, revision: 1 },
          { kind: 'product', id: toProductId('vase'), archived: true, revision: 2 },
          { kind: 'content', id: 'about', title: 'About', revision: 1 },
        ],
      },
    })
    const ofShop = all.pictures.find(({ file }: LibraryPicture) => file.startsWith('site:'))
    expect(ofShop).toMatchObject({ picture: null, addedAt: null, uses: [{ kind: 'content' }] })
    expect((await library.list(`offset=${all.total - 1}`)).pictures).toHaveLength(1)
    expect((await library.editor.get(`/editor/pictures/${MISSING}`)).status).toBe(404)
    // It follows a save at once.
    await library.removeSecond()
    expect(await library.readUses(other)).toEqual([])
  })

  test('finds words of products, pages and alternative texts', async ({ library }) => {
    for (const [search, names] of [
      ['lamp', ['other', 'shared']],
      ['BRASS lamp', ['shared']],
      ['vase', ['shared']],
      ['about', ['shared']],
      ['base brass', []],
      ['zzz', []],
    ] as const) {
      const found = await library.list(String(new URLSearchParams({ search })))
      const files = names.map((name) => library[name])
      expect({ search, files: filesOf(found) }).toEqual({ search, files })
    }
  })
})

describe('a picture is replaced', () => {
  test('everywhere, in one batch whose undo brings it back', async ({ library }) => {
    const { shared, other, unused } = library
    const { status, body } = await library.replace(shared, unused)
    const batch = expect.any(String)
    expect({ status, body }).toEqual({ status: 200, body: { batch, replaced: 3 } })
    const lamp = [toPicture(unused, 'A lamp of brass'), toPicture(other, 'Its base')]
    expect(await library.readPictures('lamp')).toEqual(lamp)
    expect(await library.readPictures('vase')).toEqual([toPicture(unused, 'Both')])
    const picture = { file: unused, focus: { x: 20, y: 30 } }
    expect(await library.readRecord('about')).toMatchObject({ revision: 2, body: { picture } })
    expect(await library.readUses(shared)).toEqual([])

    expect((await library.undo(body.batch)).body).toEqual({
      restored: 3,
      byKind: { product: 2, about: 1 },
      kept: [],
    })
    expect(await library.readUses(shared)).toHaveLength(3)
    expect(await library.readRecord('about')).toMatchObject({ revision: 3 })
  })

  test('in an unchanged record, whose undo is its first text', async ({ library }) => {
    const { pictures } = await library.list('search=home')
    const file: string = pictures[0].file
    const { body } = await library.replace(file, library.unused)
    const read = async () => (await library.readRecord('home')).body
    expect(JSON.stringify(await read())).toContain(library.unused)
    // It is still there to be chosen again.
    expect(await library.readUses(file)).toEqual([])
    expect((await library.list(`search=${file.slice('site:'.length)}`)).total).toBe(1)
    await library.undo(body.batch)
    expect(await read()).toEqual(getDefaultContent('home'))
  })

  test('once in a product that has the other one, and in its variants', async ({ library }) => {
    const { shared, other, unused } = library
    const sizes = ['S', 'M']
    const files = [shared, other]
    await library.create({
      slug: 'ring',
      variant: { Size: 'S' },
      options: [{ name: 'Size', values: sizes }],
      variants: sizes.map((Size, index) => ({ choice: { Size }, stock: 1, picture: files[index] })),
      pictures: files.map((file) => toPicture(file, 'A ring')),
    })
    const readFiles = async () => {
      const { pictures, variants = [] } = (await library.readProduct('ring')).entry
      return [...pictures.map(({ file }) => file), ...variants.map(({ picture }) => picture)]
    }
    await library.replace(shared, unused)
    expect(await readFiles()).toEqual([unused, other, unused, other])
    await library.replace(unused, other)
    expect(await readFiles()).toEqual([other, other, other])
  })

  test('nowhere, if another editor has saved one of the places', async ({ library }) => {
    const { shared, unused, other } = library
    const uses = await library.readUses(shared)
    const { body } = await library.readRecord('about')
    await library.saveAbout(1, { ...body, title: 'The house' })
    const message = expect.stringContaining('About was saved meanwhile')
    const refused = await library.replace(shared, unused, uses)
    expect(refused).toMatchObject({ status: 409, body: { message } })
    expect(await library.readUses(shared)).toHaveLength(3)

    const answers = await Promise.all([unused, other].map((by) => library.replace(shared, by)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, expect.toBeOneOf([200, 400, 409])])
    expect(await library.readUses(shared)).toEqual([])
  })

  test('in drafts, too; an undo brings it back where it is shown', async ({ library }) => {
    const { editor, shared, other, unused } = library
    const { body } = await editor.post('/editor/launches', { name: 'Diwali' })
    const launch = `/editor/launches/${body.launch.id}`
    const save = (record: string, basedOn: number, draft: object) =>
      editor.put(`${launch}/draft`, { record, revision: 0, basedOn, body: draft })
    const read = async (record: string) =>
      (await editor.get(`${launch}/draft?record=${record}`)).body.draft
    const readFiles = async (record: string) =>
      (await read(record)).body.pictures.map(({ file }: { file: string }) => file)
    const { id, entry } = await library.readProduct('lamp')
    const pictures = [...entry.pictures.toReversed(), { file: unused, alt: 'Lit' }]
    await save(id, 1, { ...entry, pictures })
    await save('new-bowl', 0, createCatalogEntry({ slug: 'bowl', pictures }))
    const title = 'The house'
    const about = await library.readRecord('about')
    await save('about', 1, { ...about.body, title })
    const drafts = (await library.readUses(shared)).slice(3)
    expect(drafts.map(({ kind }: { kind: string }) => kind)).toEqual(['draft', 'draft'])
    expect(drafts).toContainEqual(
      expect.objectContaining({ title: 'The bowl, a draft of Diwali', revision: 1 }),
    )

    const by = await library.upload(340)
    const replaced = await library.replace(shared, by)
    expect(replaced.body).toMatchObject({ replaced: 5 })
    for (const record of [id, 'new-bowl'])
      expect(await readFiles(record)).toEqual([other, by, unused])
    expect(await read('about')).toMatchObject({ body: { title, picture: { file: by } } })
    expect((await editor.get(launch)).body.launch.items).toMatchObject(
      Array.from({ length: 3 }, () => ({ errors: [] })),
    )

    await library.undo(replaced.body.batch)
    // Drafts are no part of the batch.
    expect(await readFiles(id)).toEqual([other, by, unused])
    const again = await library.replace(by, shared)
    expect(again).toMatchObject({ status: 200, body: { batch: null, replaced: 2 } })
    expect(await readFiles('new-bowl')).toEqual([other, shared, unused])
  })

  test('in a product under a live launch that shows another one', async ({ library }) => {
    const { editor, shared, other, unused } = library
    const { body } = await editor.post('/editor/launches', { name: 'Diwali' })
    const launch = `/editor/launches/${body.launch.id}`
    const { id, entry } = await library.readProduct('lamp')
    const pictures = [{ file: unused, alt: 'Lit' }]
    const draft = { record: id, revision: 0, basedOn: 1, body: { ...entry, pictures } }
    await editor.put(`${launch}/draft`, draft)
    const before = await library.readUses(shared)
    await editor.post(`${launch}/publish`)
    const listIds = (uses: { id: string }[]) => uses.map(({ id }) => id)
    expect(listIds(await library.readUses(shared))).toEqual(listIds(before))
    const kinds = (await library.readUses(unused)).map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['draft'])
    expect((await library.replace(shared, await library.upload(340))).status).toBe(200)
    await editor.post(`${launch}/end`)
    const { product } = (await editor.get(`/editor/products/${id}`)).body
    const files = product.entry.pictures.map(({ file }: { file: string }) => file)
    expect(files).not.toContain(shared)
    expect(files).toContain(other)
  })

  test('not by one that does not fit there', async ({ library }) => {
    const { shared, unused, other } = library
    const { pictures } = await library.list('search=about')
    const own = pictures.find(({ picture }: LibraryPicture) => !picture).file
    const message = expect.stringContaining('cut for this place')
    for (const [what, file, by, expected] of [
      ['itself', shared, shared, { field: 'by' }],
      ['one that was never uploaded', shared, MISSING, { field: 'by' }],
      ['one of the shop, in a product', shared, 'site:about-dial', { field: 'by' }],
      ['one that is cut for slides', own, 'site:hero-noir', { message }],
      ['any, where it is shown nowhere', unused, other, {}],
    ] as const)
      expect(await library.replace(file, by), what).toMatchObject({ status: 400, body: expected })
  })
})

test('a part of a picture is a new picture, or refused with a sentence', async ({ library }) => {
  const crop = (box: object, file = library.shared) =>
    library.editor.post(`/editor/pictures/${file}/crop`, box)
  const size = { width: 250, height: 260 }
  const { status, body } = await crop({ left: 50, top: 20, ...size })
  expect({ status, body }).toMatchObject({ status: 201, body: { picture: size } })
  const stored = await library.shop.deps.media.get(`${body.file}.webp`)
  expect(await sharp(stored).metadata()).toMatchObject(size)
  expect(await library.readUses(body.file)).toEqual([])

  const box = { left: 0, top: 0, width: 240, height: 240 }
  for (const [what, change, file, expected] of [
    ['too small', { width: 239 }, undefined, 400],
    ['beside it', { left: 201 }, undefined, 400],
    ['below it', { top: 161 }, undefined, 400],
    ['no whole number', { left: 0.5 }, undefined, 400],
    ['of no picture', {}, MISSING, 404],
  ] as const) {
    const answer = await crop({ ...box, ...change }, file)
    const message = expect.stringMatching(/\.$/)
    expect(answer, what).toMatchObject({ status: expected, body: { message } })
  }
})

test('a cleanup looks at a part of the pictures, and the next one goes on', async ({ library }) => {
  const { shop, unused } = library
  const { db } = shop.deps
  shop.advanceTime(31 * DAY_MS)
  // Used ones, before and after it in their order.
  const used = Array.from({ length: 4_500 }, (_, index) => ({
    hash: ((index * 951_271) % 2 ** 32).toString(16).padStart(8, '0').padEnd(32, '0'),
    width: 1,
    height: 1,
    format: 'webp',
    placeholder: '',
    created_at: 0,
  }))
  const [version] = await db
    .selectFrom('product_version')
    .select(['product_id', 'revision'])
    .execute()
  if (!version) throw new Error('The product has no version.')
  for (let start = 0; start < used.length; start += 500) {
    const part = used.slice(start, start + 500)
    await db.insertInto('picture').values(part).execute()
    const uses = part.map(({ hash }) => ({ ...version, picture_hash: hash }))
    await db.insertInto('product_version_picture').values(uses).execute()
  }
  const looks: number[] = []
  let statements = 0
  shop.statementListeners.add(({ sql }) => {
    if (/^select .*"is_unused" from "picture"/s.test(sql)) statements++
  })
  const hasUnused = async () => (await shop.request(`/media/${unused}/240.webp`)).status === 200
  while (looks.length < 4 && (await hasUnused())) {
    statements = 0
    await deleteUnusedPictures(shop.deps)
    looks.push(statements)
  }
  expect(await hasUnused()).toBe(false)
  for (const count of looks) expect(count).toBeLessThanOrEqual(4)
  const left = await db
    .selectFrom('picture')
    .select((eb) => eb.fn.countAll().as('count'))
    .execute()
  expect(Number(left[0]?.count)).toBe(used.length + 2)
})

test('an upload that no version shows is deleted after a month', async ({ library }) => {
  const { shop, shared, other, unused, saveAbout } = library
  const former = await library.upload(330)
  await saveAbout(1, { picture: toPicture(former, '') })
  await saveAbout(2, { picture: toPicture(shared, '') })
  await library.removeSecond()
  await deleteUnusedPictures(shop.deps)
  expect((await shop.request(`/media/${unused}/240.webp`)).status).toBe(200)
  shop.advanceTime(31 * DAY_MS)
  await deleteUnusedPictures(shop.deps)
  const left = await shop.deps.db.selectFrom('picture').select('hash').execute()
  expect(left.map(({ hash }) => hash).toSorted()).toEqual([shared, other, former].toSorted())
  expect(await shop.deps.media.size(`${unused}.webp`)).toBeUndefined()
})
