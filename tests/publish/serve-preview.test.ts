import { expect, test } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { FileTable } from '#src/publish/hosting/file-table.ts'
import { escapeMarkup } from '#src/rules/escape-markup.ts'
import { createPreviewListener, type PreviewRenderer } from '#src/run/site/serve-preview.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { serve } from '#tests/helpers/http-server.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const HOUR = 60 * 60_000
const table = { policy: "script-src 'self'; style-src 'self'" } as unknown as FileTable

/** Pages that say what they were made from. */
const renderer: PreviewRenderer = {
  renderListing: async ({ items }) => `<body>${items.map(({ title }) => title).join()}</body>`,
  renderPath: async (path, { products, content }) => {
    const product = products.find(({ slug }) => path === `/product/${slug}`)
    const related = product?.relatedProducts.map(({ title }) => title).join() ?? ''
    const texts = content.map(({ body }) => String(body['title'])).join()
    if (path === '/')
      return `<head></head><body>${products.map(({ title }) => title)} ${texts}</body>`
    if (path === '/404') return '<head></head><body>Lost</body>'
    if (!product) return undefined
    return `<head><script>alert(1)</script></head><body autofocus><a class="x" href="/shop?a=b">Shop</a>
<a href="/api/media/a">P</a><a href="//elsewhere.example">E</a><form action="/shop" method="get"></form>
<script type="module" src="/_astro/a.js"></script>${escapeMarkup(product.title)} ${product.price} ${related}</body>`
  },
}

async function openPreview() {
  const shop = await createTestApp()
  await addProducts(shop, { slug: 'a', price: 100, related: ['b'] }, { slug: 'b' })
  const editor = await shop.createSignedInUser('editor')
  const { launch } = (await editor.post('/editor/launches', { name: 'Diwali <b>' })).body
  const path = `/editor/launches/${launch.id}`
  const draft = async (record: string, body: object, basedOn = 1) =>
    expect((await editor.put(`${path}/draft`, { record, revision: 0, basedOn, body })).status).toBe(
      200,
    )
  await draft(toProductId('a'), createCatalogEntry({ slug: 'a', price: 80, title: 'Festive a' }))
  await draft('new-1', createCatalogEntry({ slug: 'lamp', title: 'A lamp' }), 0)
  await draft('about', { ...getDefaultContent('about'), title: 'Festive house' }, 0)
  const server = await serve(createPreviewListener(shop.backend, renderer, () => table))
  const origin = server.url.replace(/\/api$/, '')
  const makeLink = async (hours = 1, client = editor): Promise<string> =>
    (await client.post(`${path}/link`, { hours })).body.path
  return {
    ...{ shop, editor, path, makeLink },
    open: (address: string, init: RequestInit = {}) =>
      fetch(origin + address, { redirect: 'manual', ...init }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
    },
  }
}

test('the shop is shown as it will be, without an account, and stays as it is', async () => {
  await using preview = await openPreview()
  const { editor, path, open, makeLink } = preview
  const link = await makeLink()
  const home = await (await open(link)).text()
  expect(home).toContain('Festive a,The b,A lamp Festive house')
  expect(home).toContain('Preview of the launch “Diwali &lt;b&gt;”, until')
  const page = await open(`${link}product/a`)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(
      /script-src 'none'.*; sandbox allow-same-origin/,
    ),
  })
  expect(page.headers.get('etag')).toBeNull()
  const html = await page.text()
  expect(html).toContain('Festive a 80')
  expect(html).not.toMatch(/<script|autofocus/)
  expect(html).toContain(`href="${link}shop?a=b"`)
  expect(html).toContain(`action="${link}shop"`)
  expect(html).toContain('href="/api/media/a"')
  expect(html).toContain('href="//elsewhere.example"')
  expect(await (await open(`${link}shop?search=lamp&scripts=off`)).text()).toContain('A lamp')
  const lost = await open(`${link}product/none`)
  expect([lost.status, await lost.text()]).toEqual([404, expect.stringContaining('Lost')])
  expect((await open(`${link}product/constructor`)).status).toBe(404)
  expect((await open(link, { method: 'POST' })).status).toBe(405)
  expect((await editor.get('/products/slug/a')).body.product.price).toBe(100)
  expect((await editor.get('/products/slug/lamp')).status).toBe(404)
  expect((await editor.get(`/editor/products/${toProductId('a')}`)).body.product.revision).toBe(1)

  // It follows a change of a draft and of the shop, and of its being live.
  await editor.delete(`${path}/draft?record=about`)
  await editor.patch(`/editor/products/${toProductId('b')}`, { revision: 1, title: 'A new b' })
  expect(await (await open(link)).text()).toContain('Festive a,A new b,A lamp <')
  await editor.post(`${path}/publish`)
  expect(await (await open(link)).text()).toContain('Festive a,A new b,A lamp <')

  // Former addresses lead on.
  const body = { name: 'Satchels', introduction: 'They hold.', seoTitle: '', description: '' }
  await editor.put('/editor/content/category:bags', { revision: 0, body })
  const former = await open(`${link}shop/bags`)
  expect([former.status, former.headers.get('location')]).toEqual([302, `${link}shop/satchels`])
})

test('a link dies on time, with a new one and when it is ended; no other one works', async () => {
  await using preview = await openPreview()
  const { shop, path, open, makeLink } = preview
  shop.freezeTime()
  const [first, second] = [await makeLink(), await makeLink(2)]
  const statuses = () => Promise.all([first, second].map(async (link) => (await open(link)).status))
  expect(await statuses()).toEqual([410, 200])
  shop.advanceTime(2 * HOUR - 1)
  expect(await statuses()).toEqual([410, 200])
  shop.advanceTime(1)
  const ended = await open(`${second}product/a`)
  expect([ended.status, ended.headers.get('cache-control')]).toEqual([410, 'no-store'])
  expect(await ended.text()).toContain('This preview has ended')
  // The session of before has ended, too.
  const editor = await shop.createSignedInUser('editor')
  const third = await makeLink(1, editor)
  expect((await editor.delete(`${path}/link`)).status).toBe(200)
  expect((await editor.delete(`${path}/link`)).status).toBe(404)
  expect((await open(third)).status).toBe(410)
  const fourth = await makeLink(1, editor)
  const tampered = fourth.replace(/.\/$/, (end) => (end === 'A/' ? 'B/' : 'A/'))
  for (const wrong of [tampered, `${fourth.slice(0, 20)}/`, '/preview/', '/preview/%00/'])
    expect((await open(wrong)).status).toBe(404)
  expect((await open(fourth.slice(0, -1))).status).toBe(200)
  await editor.delete(path)
  expect((await open(fourth)).status).toBe(410)
  const stored = await shop.deps.db.selectFrom('launch_link').select('token_hash').execute()
  expect(stored.filter(({ token_hash }) => fourth.includes(token_hash))).toEqual([])
  const logged = await shop.deps.db.selectFrom('audit_entry').select('subject').execute()
  expect(logged.map(({ subject }) => subject)).toContain('Ended the preview link of Diwali <b>')
})
