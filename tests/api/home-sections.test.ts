import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { test } from '#tests/helpers/editor-test.ts'

const home = getDefaultContent('home')
const picture = { file: 'site:about-stitch', alt: 'A seam' }
const OWN_TEXT = {
  section: 'text',
  label: 'New',
  title: 'The bench',
  text: 'By the window.',
  picture,
  side: 'end',
  button: '',
  href: '',
}
const OWN_ROW = { section: 'products', label: 'Now', title: 'Watches', list: '/shop/watches' }
const OWN_LINKS = { section: 'links', title: 'Go on', links: [{ label: 'About', href: '/about' }] }

const withSections = (...sections: object[]) => ({ ...home, sections })

describe('sections of the home page', () => {
  test('are added, moved, hidden and removed', async ({ launch: studio }) => {
    const { editor, readRecord } = studio
    const sections = [
      OWN_TEXT,
      { section: 'featured' },
      OWN_ROW,
      { section: 'reasons', hidden: true },
      OWN_TEXT,
      OWN_LINKS,
    ]
    const saved = await editor.put('/editor/content/home', {
      revision: 0,
      body: withSections(...sections),
    })
    expect(saved.status).toBe(200)
    expect((await readRecord('home')).body.sections).toEqual(sections)
  })

  test('keep nothing of another choice', async ({ launch: studio }) => {
    const { editor, readRecord } = studio
    const body = withSections({ ...OWN_TEXT, section: 'links', links: OWN_LINKS.links, list: '' })
    expect((await editor.put('/editor/content/home', { revision: 0, body })).status).toBe(200)
    expect((await readRecord('home')).body.sections).toEqual([{ ...OWN_LINKS, title: 'The bench' }])
  })

  test.for([
    ['a title', { ...OWN_TEXT, title: '' }, 'sections.0.title'],
    [
      'a picture of the shop or an upload',
      { ...OWN_TEXT, picture: { file: 'x', alt: '' } },
      'sections.0.picture.file',
    ],
    ['a list of pieces', { ...OWN_ROW, list: '/about' }, 'sections.0.list'],
    ['a list that there is', { ...OWN_ROW, list: '/collections/never' }, 'sections.0.list'],
    ['a link', { ...OWN_LINKS, links: [] }, 'sections.0.links'],
    ['a kind', { section: 'banner' }, 'sections.0.section'],
    ['no field that there is not', { section: 'featured', html: '<b>' }, 'html'],
  ] as const)('need %s', async ([, section, field], { launch: studio }) => {
    const body = withSections(section)
    const saved = await studio.editor.put('/editor/content/home', { revision: 0, body })
    expect(saved).toMatchObject({ status: 400, body: { field } })
  })

  test('of the shop stand there once', async ({ launch: studio }) => {
    const body = withSections({ section: 'gifts' }, OWN_LINKS, OWN_LINKS, { section: 'gifts' })
    const saved = await studio.editor.put('/editor/content/home', { revision: 0, body })
    expect(saved).toMatchObject({ status: 400, body: { field: 'sections.3.section' } })
  })

  test('follow a category that is renamed, and stay with one that is archived', async ({
    launch: studio,
  }) => {
    const { editor, readRecord } = studio
    const linked = { ...OWN_TEXT, button: 'See them', href: '/shop/watches' }
    const first = await editor.put('/editor/content/home', {
      revision: 0,
      body: withSections({ section: 'featured' }, OWN_ROW, linked),
    })
    expect(first.body).toMatchObject({ record: { revision: 1 } })
    const watch = getDefaultContent('category:watches')
    await editor.put('/editor/content/category:watches', {
      revision: 0,
      body: { ...watch, name: 'Timepieces' },
    })
    const { sections } = (await readRecord('home')).body
    expect(sections).toEqual([
      { section: 'featured' },
      { ...OWN_ROW, list: '/shop/timepieces' },
      { ...linked, href: '/shop/timepieces' },
    ])
    const archived = { archived: true, moveTo: 'bags' }
    expect((await editor.put('/editor/content/category:watches/archived', archived)).status).toBe(
      200,
    )
    expect((await readRecord('home')).body.sections).toEqual(sections)
    const { brokenLinks } = (await editor.get('/editor/dashboard')).body
    expect(brokenLinks).toContainEqual(
      expect.objectContaining({ id: 'home', href: '/shop/timepieces' }),
    )
  })
})
