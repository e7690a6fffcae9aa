import { paths } from '#src/rules/paths.ts'
import { expect, signUpVerified, test, waitForHydration } from '#tests/helpers/browser-test.ts'
import { getObservatoryScore } from '#tests/helpers/observatory.ts'

declare global {
  interface Window {
    cspViolations: string[]
  }
}

/** What the policy refuses is gathered before any script of the page runs. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.cspViolations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      window.cspViolations.push(`${violatedDirective} ${blockedURI}`)
    })
  }),
)

// Plain http on this machine: the one row of the table that only https can earn.
const WITHOUT_HSTS = 20

/** Pages that send a visitor away. */
const NEED_USER: readonly string[] = [paths.checkout, paths.completeProfile, paths.editProfile]

// The window that a sign-in comes back to closes itself.
const shown = Object.values(paths).filter((path) => path !== paths.oauthCallback)

for (const path of [...shown, '/nowhere'])
  test(`G9: ${path} keeps to its policy and carries its headers`, async ({ page, console }) => {
    if (path === '/nowhere') console.allow(/status of 404/)
    if (NEED_USER.includes(path)) await signUpVerified(page)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200)
    expect(getObservatoryScore(answer?.headers() ?? {}) + WITHOUT_HSTS).toBeGreaterThanOrEqual(130)
    await waitForHydration(page)
    expect(await page.evaluate(() => window.cspViolations)).toEqual([])
  })

test('every page of the release answers, and links to nothing that is not there', async ({
  request,
}) => {
  test.slow()
  const sitemap = await (await request.get('/sitemap-0.xml')).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  expect(pages.length).toBeGreaterThan(55)
  const links = new Set<string>()
  for (const page of pages) {
    const answer = await request.get(page)
    expect([page, answer.status()]).toEqual([page, 200])
    for (const [, link = ''] of (await answer.text()).matchAll(/(?:href|src)="(\/[^"#?]*)/g))
      if (!link.startsWith('/api/')) links.add(link)
  }
  const dead: string[] = []
  for (const link of links) {
    const answer = await request.get(link, { maxRedirects: 0 })
    if (answer.status() !== 200) dead.push(`${link} ${answer.status()}`)
  }
  expect(dead).toEqual([])
})
