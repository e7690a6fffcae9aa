import { describe, expect } from 'vitest'
import { listPageLinks } from '#src/catalog/own-pages.ts'
import { getDefaultContent } from '#src/content/defaults.ts'
import { storePicture } from '#src/server/core/media/store-picture.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { createPicture } from '#tools/pictures.ts'

const text = [{ type: 'paragraph', spans: [{ text: 'Eleven benches stand by the window.' }] }]
const WORKSHOP = {
  ...getDefaultContent('page:workshop'),
  name: 'The workshop',
  sections: [{ title: '', text }],
  places: { menu: 'yes', footer: 'second' },
}
const menu = getDefaultContent('menu')

describe('a page of an editor', () => {
  test.for([
    ['about', 'The shop has a page /about already.'],
    ['shipping-returns', 'The shop has a page /shipping-returns already.'],
    ['index', 'The address “index” cannot be used.'],
    ['constructor', 'The address “constructor” cannot be used.'],
    ['a'.repeat(81), 'An address has lower-case letters and digits'],
  ])('cannot have the address %s', async ([address, message], { studio }) => {
    const saved = await studio.editor.post('/editor/content', {
      id: `page:${address}`,
      body: WORKSHOP,
    })
    expect(saved).toMatchObject({ status: 400, body: { field: 'id' } })
    expect(saved.body.message).toContain(message)
  })

  test.for(['..', 'a/b', 'A', '', 'एक', 'a b'])(
    'has no address like “%s”, which no record can have',
    async (address, { studio }) => {
      const saved = await studio.editor.post('/editor/content', {
        id: `page:${address}`,
        body: WORKSHOP,
      })
      expect(saved.status).toBeGreaterThanOrEqual(400)
      expect(saved.status).toBeLessThan(500)
    },
  )

  test('is saved, linked, archived, restored and deleted', async ({ studio }) => {
    const { shop, editor } = studio
    const readLinks = async () => {
      const { content } = await createCatalogReader(shop.deps).read()
      return listPageLinks({ content: new Map(content.map((record) => [record.id, record])) })
    }
    const created = await editor.post('/editor/content', { id: 'page:2026', body: WORKSHOP })
    expect(created.status).toBe(201)
    expect((await editor.post('/editor/content', { id: 'page:2026', body: WORKSHOP })).status).toBe(
      409,
    )
    const link = { label: 'The workshop', href: '/pages/2026' }
    expect(await readLinks()).toEqual({ menu: [link], footer: [[], [link], []] })

    const withLink = { ...menu, more: [...menu.more, link] }
    expect((await editor.put('/editor/content/menu', { revision: 0, body: withLink })).status).toBe(
      200,
    )
    await editor.put('/editor/content/page:2026/archived', { archived: true })
    expect(await readLinks()).toEqual({ menu: [], footer: [[], [], []] })
    expect((await editor.get('/editor/dashboard')).body.brokenLinks).toEqual([
      { id: 'menu', title: 'Menus', ...link },
    ])
    const used = await editor.delete('/editor/content/page:2026')
    expect(used).toMatchObject({ status: 409 })
    expect(used.body.message).toContain('Menus')
    await editor.put('/editor/content/menu', { revision: 1, body: menu })
    expect((await editor.delete('/editor/content/page:2026')).status).toBe(200)
    expect((await editor.get('/editor/content/page:2026')).status).toBe(404)
  })

  test('has a section, and pictures that were uploaded', async ({ studio }) => {
    const { editor, shop } = studio
    const save = (body: object) => editor.post('/editor/content', { id: 'page:journal', body })
    expect(await save({ ...WORKSHOP, sections: [] })).toMatchObject({ status: 400 })
    const picture = { file: 'f'.repeat(32), alt: 'A bench' }
    expect((await save({ ...WORKSHOP, picture })).status).toBe(400)
    const { hash } = await storePicture(shop.deps, await createPicture())
    const saved = await save({ ...WORKSHOP, picture: { ...picture, file: hash } })
    expect(saved).toMatchObject({ status: 201, body: { record: { pictures: { [hash]: {} } } } })
  })

  test('is linked in a launch that makes it, and not in one that takes it off', async ({
    launch,
  }) => {
    const link = { label: 'Workshop', href: '/pages/workshop' }
    const withLink = { ...menu, more: [...menu.more, link] }
    const readErrors = async () =>
      (await launch.read()).items.flatMap(({ errors }: { errors: string[] }) => errors)
    await launch.draft('menu', withLink, 0)
    expect(await readErrors()).toEqual([
      '“Workshop” leads to /pages/workshop, which is not a page of the shop. Choose an existing page.',
    ])
    await launch.draft('page:workshop', WORKSHOP, 0)
    expect(await readErrors()).toEqual([])
    expect((await launch.publish()).status).toBe(200)
    expect((await launch.readRecord('page:workshop')).body.name).toBe('The workshop')
  })
})
