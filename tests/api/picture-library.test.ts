import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { LibraryPicture } from '#src/contract/picture-library.ts'
import { deleteUnusedPictures } from '#src/server/media/store-picture.ts'
import { testWithFiles } from '#tests/helpers/api-test.ts'
import { createPicture } from '#tests/helpers/pictures.ts'
import { createCatalogEntry } from '#tests/helpers/products.ts'

const DAY = 24 * 60 * 60_000

/** Three pictures: one of a product, an archived product and the page About, one of a product, one of none. */
const test = testWithFiles.extend('library', async ({ shop, editor }) => {
  const upload = async (width: number): Promise<string> => {
    shop.advanceTime(1_000)
    const picture = await createPicture(width, 200)
    const type = { 'Content-Type': 'image/webp' }
    return (await editor.post('/editor/pictures', picture, type)).body.file
  }
  const [shared, other, unused] = [await upload(300), await upload(310), await upload(320)]
  const create = async (slug: string, pictures: { file: string; alt: string }[]) =>
    (await editor.post('/editor/products', createCatalogEntry({ slug, pictures }))).body.product
  const lamp = await create('lamp', [
    { file: shared, alt: 'A lamp of brass' },
    { file: other, alt: 'Its base' },
  ])
  const vase = await create('vase', [{ file: shared, alt: 'Both pieces' }])
  await editor.post(`/editor/products/${vase.id}/archive`, {})
  const about = {
    ...getDefaultContent('about'),
    picture: { file: shared, alt: '', focus: { x: 20, y: 30 } },
  }
  await editor.put('/editor/content/about', { revision: 0, body: about })
  const list = async (query = '') => (await editor.get(`/editor/pictures?${query}`)).body
  const get = async (file: string) => (await editor.get(`/editor/pictures/${file}`)).body
  return {
    ...{ shop, editor, shared, other, unused, lamp, vase, list, get, upload },
    replace: async (file: string, by: string, uses?: object[]) => {
      const seen = (await get(file)).picture.uses as LibraryPicture['uses']
      return editor.post(`/editor/pictures/${file}/replace`, {
        by,
        uses: uses ?? seen.map(({ id, revision }) => ({ id, revision })),
      })
    },
    readProduct: async (id: string) => (await editor.get(`/editor/products/${id}`)).body.product,
    readAbout: async () => (await editor.get('/editor/content/about')).body.record,
  }
})

const filesOf = ({ pictures }: { pictures: LibraryPicture[] }) =>
  pictures.flatMap(({ file }) => (file.startsWith('site:') ? [] : file))

describe('the library of pictures', () => {
  test('has every picture, the newest first, with where it is shown', async ({ library }) => {
    const { shared, other, unused, lamp, vase } = library
    const all = await library.list()
    expect(filesOf(all)).toEqual([unused, other, shared])
    expect(all.pictures[0]).toMatchObject({
      uses: [],
      picture: { width: 320, height: 200, alt: '' },
    })
    expect(await library.get(shared)).toMatchObject({
      bytes: expect.any(Number),
      picture: {
        picture: { alt: 'A lamp of brass' },
        uses: [
          { kind: 'product', id: lamp.id, title: 'The lamp', archived: false, revision: 1 },
          { kind: 'product', id: vase.id, archived: true, revision: 2 },
          { kind: 'content', id: 'about', title: 'About', revision: 1 },
        ],
      },
    })
    const ofShop = all.pictures.find(({ file }: LibraryPicture) => file.startsWith('site:'))
    expect(ofShop).toMatchObject({ picture: null, addedAt: null, uses: [{ kind: 'content' }] })
    expect((await library.list(`offset=${all.total - 1}`)).pictures).toHaveLength(1)
    expect((await library.editor.get(`/editor/pictures/${'a'.repeat(32)}`)).status).toBe(404)
  })

  test.for([
    ['lamp', ['other', 'shared']],
    ['BRASS lamp', ['shared']],
    ['vase', ['shared']],
    ['about', ['shared']],
    ['base brass', []],
    ['zzz', []],
  ] as const)('finds by "%s": %j', async ([search, names], { library }) => {
    const found = await library.list(String(new URLSearchParams({ search })))
    expect(filesOf(found)).toEqual(names.map((name) => library[name]))
  })

  test('follows a save at once', async ({ library }) => {
    const { editor, lamp, other } = library
    await library.list()
    const { entry } = await library.readProduct(lamp.id)
    await editor.put(`/editor/products/${lamp.id}`, {
      ...{ ...entry, revision: 1, pictures: entry.pictures.slice(0, 1) },
    })
    const after = await library.list()
    const found = after.pictures.find(({ file }: LibraryPicture) => file === other)
    expect(found).toMatchObject({ uses: [] })
  })
})

describe('a picture is replaced', () => {
  test('everywhere, in one batch whose undo brings it back', async ({ library }) => {
    const { editor, shared, unused, lamp, vase } = library
    const { status, body } = await library.replace(shared, unused)
    expect({ status, body }).toEqual({
      status: 200,
      body: { batch: expect.any(String), replaced: 3 },
    })
    expect((await library.readProduct(lamp.id)).entry.pictures).toMatchObject([
      { file: unused, alt: 'A lamp of brass' },
      { alt: 'Its base' },
    ])
    expect(await library.readProduct(vase.id)).toMatchObject({
      archived: true,
      entry: { pictures: [{ file: unused }] },
    })
    expect(await library.readAbout()).toMatchObject({
      revision: 2,
      body: { picture: { file: unused, focus: { x: 20, y: 30 } } },
    })
    expect((await library.get(shared)).picture.uses).toEqual([])

    const undone = await editor.post(`/editor/batches/${body.batch}/undo`)
    expect(undone.body).toEqual({ restored: 3, kept: [] })
    expect((await library.get(shared)).picture.uses).toHaveLength(3)
    expect(await library.readAbout()).toMatchObject({ revision: 3 })
  })

  test('in an unchanged record, whose undo is its first text', async ({ library }) => {
    const { pictures } = await library.list('search=home')
    const file = pictures[0]?.file as string
    const { body } = await library.replace(file, library.unused)
    const read = async () => (await library.editor.get('/editor/content/home')).body.record
    expect(JSON.stringify((await read()).body)).toContain(library.unused)
    // It is still there to be chosen again.
    expect(await library.get(file)).toMatchObject({ picture: { file, uses: [] } })
    expect((await library.list(`search=${file.slice('site:'.length)}`)).total).toBe(1)
    await library.editor.post(`/editor/batches/${body.batch}/undo`)
    expect((await read()).body).toEqual(getDefaultContent('home'))
  })

  test('once in a product that has the other one already', async ({ library }) => {
    await library.replace(library.shared, library.other)
    const { entry } = await library.readProduct(library.lamp.id)
    expect(entry.pictures).toEqual([{ file: library.other, alt: 'A lamp of brass' }])
  })

  test('of a variant, too, which still names one of the product', async ({ library }) => {
    const { editor, shared, other, unused } = library
    const sizes = ['S', 'M']
    const files = [shared, other]
    const entry = createCatalogEntry({
      slug: 'ring',
      options: [{ name: 'Size', values: sizes }],
      variant: { Size: 'S' },
      variants: sizes.map((Size, at) => ({ choice: { Size }, stock: 1, picture: files[at] })),
      pictures: files.map((file) => ({ file, alt: 'A ring' })),
    })
    const { product } = (await editor.post('/editor/products', entry)).body
    const readFiles = async () => {
      const { pictures, variants } = (await library.readProduct(product.id)).entry
      return [...pictures, ...variants].map((one) => one.file ?? one.picture)
    }
    await library.replace(shared, unused)
    expect(await readFiles()).toEqual([unused, other, unused, other])
    await library.replace(unused, other)
    expect(await readFiles()).toEqual([other, other, other])
  })

  test('not over what another editor has saved meanwhile, and nowhere then', async ({
    library,
  }) => {
    const { shared, unused, editor } = library
    const { uses } = (await library.get(shared)).picture
    const { revision, body } = await library.readAbout()
    await editor.put('/editor/content/about', { revision, body: { ...body, title: 'The house' } })
    const refused = await library.replace(
      shared,
      unused,
      uses.map((use: { id: string; revision: number }) => ({ id: use.id, revision: use.revision })),
    )
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('About was saved meanwhile') },
    })
    expect((await library.get(shared)).picture.uses).toHaveLength(3)

    const answers = await Promise.all(
      [unused, library.other].map((by) => library.replace(shared, by)),
    )
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    expect(answers.every(({ status }) => [200, 400, 409].includes(status))).toBe(true)
    expect((await library.get(shared)).picture.uses).toEqual([])
  })

  test('in drafts, too: of what shows it as long as it does, of others for good', async ({
    library,
  }) => {
    const { editor, shared, other, unused, lamp } = library
    const { body } = await editor.post('/editor/launches', { name: 'Diwali' })
    const launch = `/editor/launches/${body.launch.id}`
    const save = (record: string, basedOn: number, draft: object) =>
      editor.put(`${launch}/draft`, { record, revision: 0, basedOn, body: draft })
    const read = async (record: string) =>
      (await editor.get(`${launch}/draft?record=${record}`)).body.draft
    const readFiles = async (record: string) =>
      (await read(record)).body.pictures.map(({ file }: { file: string }) => file)
    const { entry } = await library.readProduct(lamp.id)
    const pictures = [...entry.pictures.toReversed(), { file: unused, alt: 'Lit' }]
    await save(lamp.id, 1, { ...entry, pictures })
    await save('new-bowl', 0, createCatalogEntry({ slug: 'bowl', pictures }))
    const title = 'The house'
    const about = await library.readAbout()
    await save('about', 1, { ...about.body, title })
    expect((await library.get(shared)).picture.uses.slice(3)).toMatchObject([
      { kind: 'draft', title: 'The bowl, a draft of Diwali', revision: 1 },
    ])

    const by = await library.upload(340)
    const replaced = await library.replace(shared, by)
    expect(replaced.body).toMatchObject({ replaced: 4 })
    for (const record of [lamp.id, 'new-bowl'])
      expect(await readFiles(record)).toEqual([other, by, unused])
    expect(await read('about')).toMatchObject({
      clashes: [],
      body: { title, picture: { file: by } },
    })
    expect((await editor.get(launch)).body.launch.items).toMatchObject(
      Array.from({ length: 3 }, () => ({ clashes: [], faults: [] })),
    )

    await editor.post(`/editor/batches/${replaced.body.batch}/undo`)
    expect(await readFiles(lamp.id)).toEqual([other, shared, unused])
    expect(await readFiles('new-bowl')).toEqual([other, by, unused])
    const again = await library.replace(by, shared)
    expect(again).toMatchObject({ status: 200, body: { batch: null, replaced: 1 } })
    expect(await readFiles('new-bowl')).toEqual([other, shared, unused])
  })

  test.for([
    ['itself', (file: string) => file, 'by'],
    ['one that was never uploaded', () => 'a'.repeat(32), 'by'],
    ['one of the shop, in a product', () => 'site:about-dial', 'by'],
  ] as const)('not by %s', async ([, toFile, field], { library }) => {
    const answer = await library.replace(library.shared, toFile(library.shared))
    expect(answer).toMatchObject({ status: 400, body: { field } })
  })

  test('not in a page by one that is cut for slides', async ({ library }) => {
    const own = (await library.list('search=about')).pictures.find(
      ({ picture }: LibraryPicture) => !picture,
    )
    const answer = await library.replace(own.file, 'site:hero-noir')
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('cut for this place') },
    })
  })

  test('not where it is shown nowhere', async ({ library }) => {
    expect((await library.replace(library.unused, library.other)).status).toBe(400)
  })
})

describe('a part of a picture', () => {
  test('is a new picture', async ({ library }) => {
    const box = { left: 50, top: 20, width: 150, height: 120 }
    const { status, body } = await library.editor.post(
      `/editor/pictures/${library.shared}/crop`,
      box,
    )
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { picture: { width: 150, height: 120 } },
    })
    const stored = await library.shop.deps.media.get(`${body.file}.webp`)
    expect(await sharp(stored).metadata()).toMatchObject({ width: 150, height: 120 })
    expect((await library.get(body.file)).picture.uses).toEqual([])
  })

  test.for([
    ['too small', { left: 0, top: 0, width: 99, height: 100 }, 400],
    ['beside it', { left: 201, top: 0, width: 100, height: 100 }, 400],
    ['below it', { left: 0, top: 101, width: 100, height: 100 }, 400],
    ['no whole number', { left: 0.5, top: 0, width: 100, height: 100 }, 400],
  ] as const)('is refused: %s', async ([, box, expected], { library }) => {
    const path = `/editor/pictures/${library.shared}/crop`
    const { status, body } = await library.editor.post(path, box)
    expect({ status, message: body.message }).toEqual({
      status: expected,
      message: expect.stringMatching(/\.$/),
    })
  })

  test('of no picture is not found', async ({ library }) => {
    const path = `/editor/pictures/${'b'.repeat(32)}/crop`
    const box = { left: 0, top: 0, width: 100, height: 100 }
    expect((await library.editor.post(path, box)).status).toBe(404)
  })
})

test('an upload that no product, record or version of them has is deleted after a month', async ({
  library,
}) => {
  const { shop, editor, shared, other, unused, lamp } = library
  const { revision, body } = await library.readAbout()
  const picture = { file: await library.upload(330), alt: '' }
  await editor.put('/editor/content/about', { revision, body: { ...body, picture } })
  await editor.put('/editor/content/about', { revision: revision + 1, body })
  const { entry } = await library.readProduct(lamp.id)
  const pictures = entry.pictures.slice(0, 1)
  await editor.put(`/editor/products/${lamp.id}`, { ...entry, pictures, revision: 1 })
  await deleteUnusedPictures(shop.deps)
  expect((await shop.request(`/media/${unused}/240.webp`)).status).toBe(200)
  shop.advanceTime(31 * DAY)
  await deleteUnusedPictures(shop.deps)
  const left = await shop.deps.db.selectFrom('picture').select('hash').execute()
  expect(left.map(({ hash }) => hash).toSorted()).toEqual([shared, other, picture.file].toSorted())
  expect(await shop.deps.media.size(`${unused}.webp`)).toBeUndefined()
})
