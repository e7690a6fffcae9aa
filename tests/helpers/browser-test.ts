import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'

/** What the browser's console said that nobody expected. */
export interface ConsoleFixture {
  /** Lets messages pass that a test brings about on purpose, e.g. of a call it lets fail. */
  allow(pattern: RegExp): void
}

/** Playwright's test, failing on any console error or warning and on any uncaught error. */
export const test = base.extend<{ console: ConsoleFixture }>({
  console: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const said: string[] = []
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        said.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => said.push(`uncaught: ${error.error().message}`))
      await use({ allow: (pattern) => allowed.push(pattern) })
      const unexpected = said.filter((line) => !allowed.some((pattern) => pattern.test(line)))
      expect(unexpected, 'console messages').toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** Waits until every island on screen answers; those further down wait for their turn. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('astro-island[ssr]')].filter((island) => {
            if (island.getAttribute('client') !== 'visible') return true
            const { top, bottom, height } =
              island.firstElementChild?.getBoundingClientRect() ?? new DOMRect()
            return height > 0 && top < innerHeight && bottom > 0
          }).length,
      ),
    )
    .toBe(0)
}

/** Opens a page and waits until it can be used. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/** Brings a part of the page on screen and waits until its island answers. */
export async function waitForIsland(part: Locator): Promise<Locator> {
  await part.scrollIntoViewIfNeeded()
  await expect
    .poll(() => part.evaluate((element) => element.closest('astro-island')?.hasAttribute('ssr')))
    .not.toBe(true)
  return part
}

/** Nothing reaches beyond the right edge of the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))
  })
  expect(beyond, 'elements beyond the right edge').toEqual([])
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe finds nothing wrong; each finding is told with its first place. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Only what is wrong is told in full, and no page has a frame: a third of the time.
    .options({ runOnly: WCAG, resultTypes: ['violations'], preload: false })
    .setLegacyMode()
    .analyze()
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} at ${nodes[0]?.target.join(' ')}`,
  )
  expect(told, 'axe violations').toEqual([])
}

export interface Account {
  name: string
  email: string
  password: string
}

export const createAccountData = (): Account => ({
  name: 'Meera Nair',
  email: `meera-${randomUUID().slice(0, 8)}@visitor.example`,
  password: 'a lamp on the stepwell',
})

interface Mail {
  to: string
  subject: string
  links: string[]
}

/** The link of the newest mail to `email` whose subject matches, as a path of the shop. */
export async function getMailedLink(page: Page, email: string, subject: RegExp): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const answer = await page.request.get('/dev/inbox.json')
      const { mails } = (await answer.json()) as { mails: Mail[] }
      const mail = mails.find((one) => one.to === email && subject.test(one.subject))
      link = mail?.links[0] ?? ''
      return link
    })
    .not.toBe('')
  const { pathname, search } = new URL(link)
  return pathname + search
}

async function call(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api${path}`, { data })
  expect(answer.ok(), `POST ${path}: ${await answer.text()}`).toBe(true)
}

/** A new account with a verified address, signed in to this page's browser. */
export async function signUpVerified(page: Page): Promise<Account> {
  const account = createAccountData()
  const { email, password } = account
  await call(page, '/auth/signup', account)
  const link = await getMailedLink(page, email, /./)
  const token = new URL(link, 'http://shop.test').searchParams.get('token')
  await call(page, '/auth/verify-email', { token })
  await call(page, '/auth/login', { email, password })
  return account
}
