import { UCP_PROFILE_PATH, UCP_VERSION } from '#src/assistants/ucp-profile.ts'
import { isPublicPath } from '#src/content/public-paths.ts'
import { paths, sitemapIndexPath } from '#src/rules/paths.ts'
import { holdRequests } from '#tests/helpers/requests.ts'
import { IDLE_SAFE } from '#tools/accounts.ts'
import { expect, test } from '#tools/browser-test.ts'

const ROBOTS_NOINDEX = '<meta name="robots" content="noindex">'
const getCanonical = (html: string): string =>
  new URL(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? 'about:blank').pathname
/** Counts the words that introduce a list: below the heading, and below the list. */
const countWords = (html: string): number =>
  [/<\/h1><p[^>]*>([^<]*)/, /<p class="max-w-3xl border-t[^>]*>([^<]*)/].flatMap(
    (paragraph) => paragraph.exec(html)?.[1]?.trim().split(/\s+/) ?? [],
  ).length

test('every page of the sitemaps is whole, indexable and without a dead link (items 23, 54, 63)', async ({
  request,
}) => {
  const getText = async (path: string) => {
    const response = await request.get(path, { ...IDLE_SAFE, maxRedirects: 0 })
    expect([path, response.status()]).toEqual([path, 200])
    return response.text()
  }
  const listLocations = async (path: string) =>
    [...(await getText(path)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    )
  const pages = new Map<string, string>()
  for (const sitemap of await listLocations(sitemapIndexPath))
    for (const path of await listLocations(sitemap)) pages.set(path, await getText(path))
  expect(pages.size).toBeGreaterThan(55)
  const isProduct = (path: string) => path.startsWith('/product/')
  /** The products of the pages of the listing. */
  const listed: string[] = []
  const links = new Set<string>()
  const footers = new Set<string | undefined>()
  const descriptions = new Set<string>()
  for (const [path, html] of pages) {
    expect([path, getCanonical(html)]).toEqual([path, path])
    expect(html, path).not.toContain(ROBOTS_NOINDEX)
    // What crawlers read: a link with an address, and no other one.
    expect(html.match(/<link [^>]*rel="icon"[^>]*>/g), path).toEqual([
      '<link rel="icon" href="/favicon.svg">',
    ])
    footers.add(/<footer.*<\/footer>/s.exec(html)?.[0])
    // Merchant markup only where one can buy.
    expect(html.includes('"@type":"Offer"'), path).toBe(isProduct(path))
    if (/^\/shop\/\D/.test(path)) {
      expect(html, path).toContain('"@type":"ItemList"')
      expect(countWords(html), path).toBeGreaterThanOrEqual(60)
    }
    if (isProduct(path)) {
      expect(html, path).toContain('property="product:price:amount"')
      expect(html, path).toContain('"@type":"Product')
    }
    for (const [, link = ''] of html.matchAll(/(?:href|src)="(\/[^"#?]*)/g))
      if (!link.startsWith('/api/')) links.add(link)
    const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
    if (path.startsWith('/shop')) {
      expect(descriptions.has(description), `${path}: ${description}`).toBe(false)
      descriptions.add(description)
    }
    if (/^\/shop(?:\/\d+)?$/.test(path))
      for (const [card] of html.matchAll(/<article[\s\S]*?<\/article>/g)) {
        expect(card, path).toMatch(/₹[\d,]+\.\d\d/)
        listed.push(/href="(\/product\/[^"]*)"/.exec(card)?.[1] ?? card)
      }
  }
  expect(listed.sort()).toEqual([...pages.keys()].filter(isProduct).sort())
  expect(footers.size, 'help stands in the same order on every page').toBe(1)
  const dead: string[] = []
  for (const link of links) {
    const response = await request.get(link, { ...IDLE_SAFE, maxRedirects: 0 })
    if (response.status() !== 200) dead.push(`${link} ${response.status()}`)
  }
  expect(dead).toEqual([])
  const unlisted = Object.values(paths).filter((path) => !pages.has(path))
  expect(unlisted.filter(isPublicPath)).toEqual([])
  for (const path of [...unlisted, '/404', '/410']) {
    const response = await request.get(path, IDLE_SAFE)
    expect(await response.text(), path).toContain(ROBOTS_NOINDEX)
  }
  expect(getCanonical(await getText(paths.store))).toBe(paths.shop)
})

test('every product is two steps from llms.txt, which names the profile of the open protocol', async ({
  request,
}) => {
  const getText = async (path: string) => (await request.get(path, IDLE_SAFE)).text()
  const listLinks = (text: string) =>
    [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, url = '']) => new URL(url).pathname)
  const links = listLinks(await getText('/llms.txt'))
  expect(links).toContain(UCP_PROFILE_PATH)
  const products: string[] = []
  for (const path of links.filter((link) => link.endsWith('.md')))
    products.push(...listLinks(await getText(path)))
  const pages = [...(await getText('/sitemap-1.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)]
  const expected = pages.map(([, url = '']) => `${new URL(url).pathname}.md`)
  expect(expected.length).toBeGreaterThan(50)
  expect(products.toSorted()).toEqual(expected.toSorted())
  for (const path of products.slice(0, 3)) expect(await getText(path)).toMatch(/^# /)
  const profile = await request.get(UCP_PROFILE_PATH, { ...IDLE_SAFE, maxRedirects: 0 })
  expect(profile.status()).toBe(200)
  expect(profile.headers()).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  })
  expect((await profile.json()).ucp.version).toBe(UCP_VERSION)
})

test('the icon of a page is not fetched beside its main picture', async ({ page }) => {
  const release = await holdRequests(page, /\.(?:avif|webp)$/)
  await page.goto(paths.shop, { waitUntil: 'domcontentloaded' })
  const icon = page.locator('link[rel=icon]')
  await expect(icon).toHaveAttribute('href', 'data:,')
  release()
  await expect(icon).toHaveAttribute('href', /\/favicon\.svg$/)
})
