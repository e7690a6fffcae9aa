import type { BrowserContext, Page } from '@playwright/test'
import { paths, searchIndexPath } from '#src/rules/paths.ts'
import { openBrowser } from './browser.ts'
import { getDemoLogin } from './demo-account.ts'

/** How often each interaction is repeated. */
const ROUNDS = 25
/** How much slower the browser's processor is. */
const CPU_SLOWDOWN = 4
/** Shorter interactions are not reported by browsers. */
const MIN_REPORTED_MS = 16

declare global {
  var interactions: { start: number; duration: number }[]
}

/** In a page: records interactions as the web vital INP counts them, until the next paint. */
export function observeInteractions(): void {
  globalThis.interactions = []
  const add = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries())
      if (Number(Reflect.get(entry, 'interactionId')) > 0)
        globalThis.interactions.push({ start: entry.startTime, duration: entry.duration })
  }
  const options = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver(add).observe(options)
}

/** A card that can be scrolled below the toasts of several presses. */
const LOWER_CARD = 6

async function openSlowPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(observeInteractions)
  await page.goto(url)
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'))
  await page.waitForLoadState('networkidle')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

/** Milliseconds of the longest interaction that an action causes. */
async function measureInteraction(page: Page, action: () => Promise<void>): Promise<number> {
  const before = await page.evaluate(() => performance.now())
  await action()
  return page.evaluate(
    async ([from, least]) => {
      const frame = () => new Promise(requestAnimationFrame)
      for (let frames = 0; frames < 4; frames++) await frame()
      await new Promise((resolve) => setTimeout(resolve, 100))
      const durations = globalThis.interactions
        .filter(({ start }) => start >= from)
        .map(({ duration }) => duration)
      return Math.max(least, ...durations)
    },
    [before, MIN_REPORTED_MS] as const,
  )
}

const SEARCH_TERM = 'emerald ring under 50000'

/** Milliseconds of each interaction by its name, on a processor slowed four times. */
export async function measureInteractions(
  site: string,
  executablePath: string,
): Promise<Map<string, number[]>> {
  await using browser = await openBrowser(executablePath)
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  await context.request.post(`${site}/api/auth/login`, { data: getDemoLogin('customer') })
  const results = new Map<string, number[]>()
  const measure = async (name: string, action: (round: number) => Promise<void>) => {
    const durations: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      durations.push(await measureInteraction(listing, () => action(round)))
    results.set(name, durations)
  }
  const listing = await openSlowPage(context, site + paths.shop)
  const addButton = listing
    .getByRole('button', { name: /^Add to Cart/, disabled: false })
    .and(listing.locator(':not([aria-haspopup])'))
  const card = listing.getByRole('article').filter({ has: addButton })
  const cardCount = await card.count()
  // A cart takes ten of one piece at most. By the keyboard: what is fixed may lie on a card.
  await measure('add', (round) =>
    card
      .nth(round % cardCount)
      .getByRole('button', { name: /^Add to Cart/ })
      .press('Enter'),
  )
  const noToasts = () =>
    listing.waitForFunction(() => !document.querySelector('[data-sonner-toast]'))
  await noToasts()
  const heart = card.nth(LOWER_CARD).getByRole('button', { name: /wishlist: /, disabled: false })
  await heart.evaluate((button) =>
    scrollBy({
      top: button.getBoundingClientRect().top - 0.8 * innerHeight,
      behavior: 'instant',
    }),
  )
  await measure('heart', () => heart.click())
  // A toast may lie on the chips.
  await noToasts()
  const chips = listing.getByRole('navigation', { name: 'Category' }).getByRole('link')
  const chipCount = await chips.count()
  await measure('filter', (round) => chips.nth((round + 1) % chipCount).click())
  const sorts = listing.getByRole('navigation', { name: 'Sort' }).getByRole('link')
  const sortCount = await sorts.count()
  await measure('sort', (round) => sorts.nth(round % sortCount).click())
  await listing.locator('[popovertarget=search-box]').click()
  await measure('search', (round) =>
    listing.keyboard.press(SEARCH_TERM[round % SEARCH_TERM.length] ?? ' '),
  )
  return results
}

/**
 * Milliseconds from the first letter in the search field, or from the end of the index's response where
 * that is later, until suggestions show, in a browser without a cache.
 */
export async function measureFirstSearch(site: string, executablePath: string): Promise<number> {
  await using browser = await openBrowser(executablePath)
  const page = await openSlowPage(await browser.newContext(), `${site}${paths.about}`)
  await page.locator('[popovertarget=search-box]').click()
  await page.keyboard.press('e')
  const shown = await page.waitForFunction(
    () => document.querySelector('.suggestions [role=option]') && performance.now(),
  )
  const end = Number(await shown.jsonValue())
  return await page.evaluate(
    ([end, path]) => {
      const [index] = performance.getEntriesByName(new URL(path, location.href).href)
      const received = index instanceof PerformanceResourceTiming ? index.responseEnd : 0
      const pressed = Math.max(...globalThis.interactions.map(({ start }) => start), 0)
      return end - Math.max(received, pressed)
    },
    [end, searchIndexPath] as const,
  )
}
