import { paths, sitemapIndexPath } from '#src/rules/paths.ts'
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

test('every page of the release has status 200 and no dead link', async ({ request }) => {
  const listLocations = async (path: string) =>
    [...(await (await request.get(path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    )
  const sitemaps = await listLocations(sitemapIndexPath)
  const pages = (await Promise.all(sitemaps.map(listLocations))).flat()
  expect(pages.length).toBeGreaterThan(55)
  const links = new Set<string>()
  for (const page of pages) {
    const response = await request.get(page)
    expect([page, response.status()]).toEqual([page, 200])
    for (const [, link = ''] of (await response.text()).matchAll(/(?:href|src)="(\/[^"#?]*)/g))
      if (!link.startsWith('/api/')) links.add(link)
  }
  const dead: string[] = []
  for (const link of links) {
    const response = await request.get(link, { maxRedirects: 0 })
    if (response.status() !== 200) dead.push(`${link} ${response.status()}`)
  }
  expect(dead).toEqual([])
})
