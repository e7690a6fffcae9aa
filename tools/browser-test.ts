import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { TEST_HEADER } from './delays.ts'

/** Collects the browser's console errors and warnings. */
export interface ConsoleFixture {
  /** Allows messages that the test causes on purpose, e.g. by a failing call. */
  allow(pattern: RegExp): void
}

/** Set by `npm run torture -- browser`, whose proxy delays the answers of the API. */
const TORTURE_SEED = process.env['TORTURE_SEED']
const CPU_SLOWDOWN = 6

/** Slows the processor of each page, and names the test to the proxy. */
async function slowDown(context: BrowserContext, title: string): Promise<void> {
  await context.setExtraHTTPHeaders({ [TEST_HEADER]: encodeURIComponent(title) })
  context.on('page', async (page) => {
    try {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    } catch {
      // A page that is closed at once.
    }
  })
}

interface Fixtures {
  console: ConsoleFixture
  slowness: null
  routes: null
  /** Makes the texts of a test unique, also when it is repeated. Tests of one worker share its modules. */
  run: string
}

/** Playwright's test, failing on any console error or warning and on any uncaught error. */
export const test = base.extend<Fixtures>({
  // Playwright reads the names of the fixtures from the first parameter.
  // biome-ignore lint/correctness/noEmptyPattern: it has to be a pattern
  run: ({}, use) => use(randomUUID().slice(0, 6)),
  slowness: [
    async ({ context }, use, { title }) => {
      if (TORTURE_SEED !== undefined) await slowDown(context, title)
      await use(null)
    },
    { auto: true },
  ],
  /** A changed answer may still be on its way when the test ends: Playwright would report that as an error. */
  routes: [
    async ({ context }, use) => {
      await use(null)
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
  console: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [/Service Worker registration blocked by Playwright/]
      const messages: string[] = []
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        messages.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => messages.push(`uncaught: ${error.error().message}`))
      await use({ allow: (pattern) => allowed.push(pattern) })
      const unexpected = messages.filter((line) => !allowed.some((pattern) => pattern.test(line)))
      expect(unexpected, 'console messages').toEqual([])
    },
    { auto: true },
  ],
})

/** For `test.use`: pages move as they do for most visitors, which costs the test time. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

export { expect } from '@playwright/test'

/** Waits until the script of the page has run and every island on screen is hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  // Looked at in every frame: a poll of `expect` would wait for up to a second more.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('astro-island[ssr], html[data-page-script]')].every((island) => {
      if (island.getAttribute('client') !== 'visible') return false
      const { top, bottom, height } =
        island.firstElementChild?.getBoundingClientRect() ?? new DOMRect()
      return height === 0 || top >= innerHeight || bottom <= 0
    }),
  )
}

/** Opens a page and waits until its islands are hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/** Scrolls an element into view and waits until its island is hydrated. */
export async function waitForIsland(element: Locator): Promise<Locator> {
  await element.scrollIntoViewIfNeeded()
  await element.evaluate(async (node) => {
    while (node.closest('astro-island[ssr]')) await new Promise(requestAnimationFrame)
  })
  return element
}

/** Clicks a control of an island once the island is hydrated. */
export async function clickInIsland(control: Locator): Promise<void> {
  await (await waitForIsland(control)).click()
}

/** Waits until the service worker controls the page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Waits until no finite CSS animation or transition runs, e.g. after a change of the colour mode. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isRunning = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    // A change of the emulated media reaches the styles in the next frame.
    const nextFrame = () => new Promise(requestAnimationFrame)
    await nextFrame()
    do await nextFrame()
    while (document.getAnimations().some(isRunning))
  })
}

/** Red, green and blue of a style of an element, each 0 to 255. */
export const getColour = (element: Locator, style: 'color' | 'backgroundColor') =>
  element.evaluate((node, property) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('The browser has no canvas.')
    context.fillStyle = getComputedStyle(node)[property]
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return { red, green, blue }
  }, style)

/** Sums the layout shifts of every page from its first frame on. @returns a function that reads the sum. */
export async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate('shifts.sum')
}

const LAST_STOP = 150

/** Moves the focus to an element by Tab, or by Shift and Tab when it is before the focus; in a menu by the arrow keys. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  for (let stop = 0; stop < LAST_STOP; stop++) {
    const key = await element.evaluate((node) => {
      const active = document.activeElement ?? document.body
      if (active === node) return
      const isBefore = active.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING
      if (node.closest('[data-roving]')?.contains(active) && node.matches('a, button'))
        return isBefore ? 'ArrowLeft' : 'ArrowRight'
      return isBefore && active !== document.body ? 'Shift+Tab' : 'Tab'
    })
    if (key === undefined) return
    await page.keyboard.press(key)
  }
  await expect(element, 'reached by Tab').toBeFocused()
}

/** Presses a key, Tab or Shift and Tab, up to the end of the page or `stops` times, and expects that each focus is seen. */
export async function expectFocusUncovered(page: Page, key: string, stops: number): Promise<void> {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press(key)
    if ((await page.evaluate(findCover)) === undefined) return
    await expect.poll(() => page.evaluate(findCover), `${key} ${stop}`).toBe('')
  }
}

/** What covers the control that has the focus, or ''; undefined at the end of the page. */
function findCover(): string | undefined {
  const focused = document.activeElement
  if (!focused || focused === document.body) return undefined
  // A hidden radio shows its focus on its label.
  const target = focused.closest('label') ?? focused
  const { left, right, top, bottom } = target.getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  const seen = document.elementFromPoint(x, y)
  const isSeen = seen && (target.contains(seen) || seen.contains(target))
  // A field with a button inside, and the link over a card.
  const isPart = seen?.closest('label, li, article, form, figure')?.contains(target)
  if (isSeen || isPart) return ''
  return `${seen?.outerHTML.slice(0, 80)} over ${target.outerHTML.slice(0, 120)}`
}

/** Records the changes of live regions. @returns a function that lists what they said. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const live = '[aria-live=polite], [role=status], [role=alert], output:not([aria-live])'
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest(live),
        ),
      )
      for (const region of regions) if (region?.textContent) said.push(region.textContent.trim())
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate('said')
}

/** A style sheet that spaces text as a reader may (WCAG 1.4.12). */
export const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`

/** Expects that nothing reaches beyond the right edge of the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflowing = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))
  })
  expect(overflowing, 'elements beyond the right edge').toEqual([])
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on the colours, and so on the colour mode. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Expects that axe finds no violation once all animations have ended. */
export async function expectAccessible(page: Page, rules = WCAG): Promise<void> {
  await waitForAnimations(page)
  // Loading axe takes longer than running it: a document that has it is given an empty script.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    // Only violations are reported in full, which saves a third of the time. The frame of the studio
    // has a page of the shop, which has its own test.
    .options({ runOnly: rules, resultTypes: ['violations'], preload: false, iframes: false })
    .setLegacyMode()
    .analyze()
  const messages = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} at ${nodes[0]?.target.join(' ')}`,
  )
  expect(messages, 'axe violations').toEqual([])
}

export const MODES = ['light', 'dark'] as const

/** Switches the colour mode, which follows the system. */
export async function setMode(page: Page, colorScheme: (typeof MODES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await waitForAnimations(page)
}

/** Expects that axe finds no violation in light and dark mode, which differ in colours only. */
export async function expectAccessibleInBothModes(page: Page): Promise<void> {
  const backgrounds = new Set<string>()
  for (const mode of MODES) {
    await setMode(page, mode)
    backgrounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    await expectAccessible(page, mode === 'light' ? WCAG : COLOR_RULES)
  }
  expect(backgrounds.size, 'backgrounds of the two modes').toBe(2)
}

/** Expects a panel with three list items in a column beside the form. */
export async function expectTwoColumns(page: Page): Promise<void> {
  const panel = page.getByRole('main').getByRole('complementary')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  const form = (await page.locator('main form').first().boundingBox())?.x ?? -1
  expect(Math.abs(form - ((await panel.boundingBox())?.x ?? -1))).toBeGreaterThan(400)
}
