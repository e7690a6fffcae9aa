import { isPublicPath, paths, sitemapIndexPath } from '#src/rules/paths.ts'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, test, waitForHydration } from '#tests/helpers/browser-test.ts'
import { getObservatoryScore } from '#tests/helpers/observatory.ts'

declare global {
  interface Window {
    cspViolations: string[]
  }
}

/** Collects violations of the policy from the first script on. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.cspViolations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      window.cspViolations.push(`${violatedDirective} ${blockedURI}`)
    })
  }),
)

/** The points that only https earns. */
const HSTS_POINTS = 20

/** Pages that redirect a visitor to the login. */
const SIGNED_IN_PATHS: readonly string[] = [
  paths.checkout,
  paths.completeProfile,
  paths.editProfile,
]

// The popup of the OAuth callback closes itself.
const openPaths = Object.values(paths).filter((path) => path !== paths.oauthCallback)

test('every page has its headers and violates no policy (G9)', async ({ page, console }) => {
  const open = (path: string, status: number) =>
    test.step(path, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(status)
      const score = getObservatoryScore(response?.headers() ?? {}) + HSTS_POINTS
      expect(score).toBeGreaterThanOrEqual(130)
      await waitForHydration(page)
      expect(await page.evaluate(() => window.cspViolations)).toEqual([])
    })
  for (const path of openPaths) if (!SIGNED_IN_PATHS.includes(path)) await open(path, 200)
  await signUpVerified(page)
  for (const path of SIGNED_IN_PATHS) await open(path, 200)
  console.allow(/status of 404/)
  await open('/nowhere', 404)
})

const ROBOTS_NOINDEX = '<meta name="robots" content="noindex">'
const getCanonical = (html: string): string =>
  new URL(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? 'about:blank').pathname
/** Of the paragraph below the heading. */
const countWords = (html: string): number =>
  /<\/h1><p[^>]*>([^<]*)/.exec(html)?.[1]?.trim().split(/\s+/).length ?? 0

test('every page of the sitemaps is whole, indexable and without a dead link', async ({
  request,
}) => {
  const getText = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 })
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
  const links = new Set<string>()
  for (const [path, html] of pages) {
    expect([path, getCanonical(html)]).toEqual([path, path])
    expect(html, path).not.toContain(ROBOTS_NOINDEX)
    if (/^\/shop\/\D/.test(path)) {
      expect(html, path).toContain('"@type":"ItemList"')
      expect(countWords(html), path).toBeGreaterThanOrEqual(60)
    }
    for (const [, link = ''] of html.matchAll(/(?:href|src)="(\/[^"#?]*)/g))
      if (!link.startsWith('/api/')) links.add(link)
  }
  const dead: string[] = []
  for (const link of links) {
    const response = await request.get(link, { maxRedirects: 0 })
    if (response.status() !== 200) dead.push(`${link} ${response.status()}`)
  }
  expect(dead).toEqual([])
  const unlisted = Object.values(paths).filter((path) => !pages.has(path))
  expect(unlisted.filter(isPublicPath)).toEqual([])
  for (const path of [...unlisted, '/404']) {
    const response = await request.get(path)
    expect(await response.text(), path).toContain(ROBOTS_NOINDEX)
  }
  const search = await request.get('/shop?search=silk')
  expect(search.headers()['x-robots-tag']).toBe('noindex')
  expect((await request.get('/nowhere')).status()).toBe(404)
})
