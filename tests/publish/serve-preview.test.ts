import { expect } from 'vitest'
import { escapeMarkup } from '#src/channels/escape-markup.ts'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { FileTable } from '#src/publish/hosting/file-table.ts'
import { createPreviewListener, type PreviewRenderer } from '#src/run/site/serve-preview.ts'
import { HttpError } from '#src/server/core/errors.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { serve } from '#tools/http-server.ts'
import { createCatalogEntry } from '#tools/products.ts'

const HOUR = 60 * 60_000
const table = { policy: "script-src 'self'; style-src 'self'" } as unknown as FileTable

/** Pages that say what they were made from. */
const renderer: PreviewRenderer = {
  renderListing: async ({ items }) => `<body>${items.map(({ title }) => title).join()}</body>`,
  renderPath: async (path, { products, content }) => {
    const texts = content.map(({ body }) => String(body['title'])).join()
    if (path === '/')
      return `<head></head><body>${products.map(({ title }) => title)} ${texts}</body>`
    if (path === '/404') return '<head></head><body>Lost</body>'
    const product = products.find(({ slug }) => path === `/product/${slug}`)
    if (!product) return undefined
    const attribute = product.title.replaceAll('"', '&#34;')
    return `<head><meta property="og:title" content="${attribute}"><title>${escapeMarkup(product.title)}</title><script>alert(1)</script></head><body autofocus><a class="x" href="/shop?a=b">Shop</a>
<a href="/api/media/a">P</a><a href="//elsewhere.example">E</a><form action="/shop" method="get"></form>
<script type="module" src="/_astro/a.js"></script>${escapeMarkup(product.title)} ${product.price}</body>`
  },
}

const test = base.extend('preview', async ({ launch }, { onCleanup }) => {
  const { shop, editor, path } = launch
  await editor.patch(path, { name: 'Diwali <b>' })
  const festive = createCatalogEntry({ slug: 'a', price: 80, title: 'Festive a' })
  await launch.draft(toProductId('a'), festive)
  await launch.draft('new-1', createCatalogEntry({ slug: 'lamp', title: 'A lamp' }), 0)
  await launch.draft('about', { ...getDefaultContent('about'), title: 'Festive house' }, 0)
  const server = await serve(createPreviewListener(shop.backend, renderer, () => table))
  onCleanup(() => server[Symbol.asyncDispose]())
  const open = async (address: string, init: RequestInit = {}) => {
    const url = server.url.replace(/\/api$/, '') + address
    const response = await fetch(url, { redirect: 'manual', ...init })
    const { status, headers } = response
    return { status, headers: Object.fromEntries(headers), html: await response.text() }
  }
  const makeLink = async (hours = 1, client = editor): Promise<string> =>
    (await client.post(`${path}/link`, { hours })).body.path
  return { ...launch, open, makeLink }
})

/** Texts of which a pattern would take each for markup, in an attribute. */
const MARKUP = ['<script>', '</script>', '</head>', '<body>', '</body>', '<!--', '<noscript>']

test('keeps titles that look like markup whole', async ({ preview }) => {
  const title = `Lamp ${MARKUP.join(' ')} autofocus`
  const lamp = createCatalogEntry({ slug: 'lamp', title })
  await preview.draft('new-2', { ...lamp, slug: 'markup' }, 0)
  const { html } = await preview.open(`${await preview.makeLink()}product/markup`)
  expect(html).toContain(`content="${title}"><title>${escapeMarkup(title)}</title><style>`)
  expect(html).toContain('<body><p class="launch-bar">')
  expect(html.match(/launch-bar">/g)).toHaveLength(1)
  const others = html.replaceAll(title, '').replaceAll(escapeMarkup(title), '')
  expect(others).not.toMatch(/<script|autofocus/)
})

test('shows the shop as it will be, without an account', async ({ preview }) => {
  const { editor, path, open, makeLink, price } = preview
  const link = await makeLink()
  const { html: home } = await open(link)
  expect(home).toContain('Festive a,The b,The c,A lamp Festive house')
  expect(home).toContain('Preview of the launch “Diwali &lt;b&gt;”, until')
  const { headers, html } = await open(`${link}product/a`)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(
      /script-src 'none'.*; sandbox allow-same-origin/,
    ),
  })
  expect(headers).not.toHaveProperty('etag')
  expect(html).not.toMatch(/<script|autofocus/)
  for (const part of [
    'Festive a 80',
    ...[`href="${link}shop?a=b"`, `action="${link}shop"`],
    ...['href="/api/media/a"', 'href="//elsewhere.example"'],
  ])
    expect(html).toContain(part)
  expect((await open(`${link}shop?search=lamp&scripts=off`)).html).toContain('A lamp')
  const lost = { status: 404, html: expect.stringContaining('Lost') }
  for (const page of ['product/none', 'product/constructor'])
    expect(await open(link + page)).toMatchObject(lost)
  expect((await open(link, { method: 'POST' })).status).toBe(405)
  expect([await price('a'), await price('lamp')]).toEqual([100, undefined])
  expect((await preview.readProduct('a')).revision).toBe(1)

  // It follows a change of a draft and of the shop, and of its being live.
  await editor.delete(`${path}/draft?record=about`)
  await editor.patch(`/editor/products/${toProductId('b')}`, { revision: 1, title: 'A new b' })
  expect((await open(link)).html).toContain('Festive a,A new b,The c,A lamp <')
  await preview.publish()
  expect((await open(link)).html).toContain('Festive a,A new b,The c,A lamp <')

  // Former addresses lead on.
  const body = {
    name: 'Satchels',
    introduction: 'They hold.',
    seoTitle: '',
    description: '',
    hsn: '',
    still: [],
  }
  await editor.put('/editor/content/category:bags', { revision: 0, body })
  const former = { status: 302, headers: { location: `${link}shop/satchels` } }
  expect(await open(`${link}shop/bags`)).toMatchObject(former)
})

test('says why a page is not rendered, also where the page for unknown addresses is missing', async ({
  preview,
}) => {
  const { shop, makeLink } = preview
  const link = await makeLink()
  const open = async (renderPath: PreviewRenderer['renderPath']) => {
    const listener = createPreviewListener(shop.backend, { ...renderer, renderPath }, () => table)
    await using server = await serve(listener)
    const response = await fetch(server.url.replace(/\/api$/, link))
    return [response.status, response.headers.get('retry-after'), await response.text()]
  }
  const sentence = (text: string) => expect.stringContaining(text)
  const notYet = new HttpError(503, 'Not published yet.', { retryAfter: 3 })
  expect(await open(() => Promise.reject(notYet))).toEqual([503, '3', sentence('Not published')])
  const broken = () => Promise.reject(new Error('broken'))
  expect(await open(broken)).toEqual([500, null, sentence('Something went wrong.')])
  expect(await open(async () => undefined)).toEqual([404, null, sentence('There is nothing')])
})

test('a link ends on time, with a new one or by hand; no other works', async ({ preview }) => {
  const { shop, path, open, makeLink } = preview
  const [first, second] = [await makeLink(), await makeLink(2)]
  const expectStatuses = async (...expected: [string, number][]) => {
    for (const [link, status] of expected) expect((await open(link)).status, link).toBe(status)
  }
  await expectStatuses([first, 410], [second, 200])
  shop.advanceTime(2 * HOUR - 1)
  await expectStatuses([first, 410], [second, 200])
  shop.advanceTime(1)
  const ended = await open(`${second}product/a`)
  expect(ended).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } })
  expect(ended.html).toContain('This preview has ended')
  // The session of before has ended, too.
  const editor = await shop.createSignedInUser('editor')
  const third = await makeLink(1, editor)
  const ends = [await editor.delete(`${path}/link`), await editor.delete(`${path}/link`)]
  expect(ends.map(({ status }) => status)).toEqual([200, 404])
  const fourth = await makeLink(1, editor)
  const tampered = fourth.replace(/.\/$/, (end) => (end === 'A/' ? 'B/' : 'A/'))
  const wrong = [tampered, `${fourth.slice(0, 20)}/`, '/preview/', '/preview/%00/']
  await expectStatuses(...wrong.map((link): [string, number] => [link, 404]))
  await expectStatuses([third, 410], [fourth.slice(0, -1), 200])
  await editor.delete(path)
  await expectStatuses([fourth, 410])
  const stored = await shop.deps.db.selectFrom('launch_link').select('token_hash').execute()
  expect(stored.filter(({ token_hash }) => fourth.includes(token_hash))).toEqual([])
  const logged = await shop.deps.db.selectFrom('audit_entry').select('subject').execute()
  expect(logged).toContainEqual({ subject: 'Ended the preview link of Diwali <b>' })
})
