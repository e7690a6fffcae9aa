import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import {
  clickInIsland,
  countShifts,
  expect,
  openPage,
  test,
  WITH_MOTION,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'
import { findProduct } from '#tests/helpers/catalog.ts'
import { cards, main } from '#tests/helpers/locators.ts'
import { PRODUCT_PATH, SIGNED_IN_ROUTES, VISITOR_ROUTES } from '#tests/helpers/routes.ts'
import { signedInTest } from '#tests/helpers/signed-in-test.ts'
import { logIn } from '#tests/helpers/studio.ts'
import { check, describeItem } from './check.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
/** Pages with all kinds of controls. */
const RICH_ROUTES = [paths.home, paths.shop, PRODUCT_PATH, paths.contact, paths.login] as const
const ROUTES = [...new Set<string>([...VISITOR_ROUTES])]
const MAX_STOPS = 90

/** What covers the control that has the focus, or ''; undefined at the end of the page. */
function findCover(): string | undefined {
  const focused = document.activeElement
  if (!focused || focused === document.body) return undefined
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

async function tabThrough(page: Page, routes: readonly string[]): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    for (const route of routes) {
      await openPage(page, route)
      for (let stop = 0; stop < MAX_STOPS; stop++) {
        await page.keyboard.press('Tab')
        if ((await page.evaluate(findCover)) === undefined) break
        await expect
          .poll(() => page.evaluate(findCover), `${route} at ${viewport.width} px, stop ${stop}`)
          .toBe('')
      }
    }
  }
}

check(51, async ({ page }) => {
  test.setTimeout(600_000)
  await tabThrough(page, ROUTES)
})

const [title, details] = describeItem(51)
signedInTest(`${title}, signed in`, details, async ({ page }) => {
  signedInTest.setTimeout(600_000)
  await tabThrough(page, SIGNED_IN_ROUTES)
})

const CONTROLS = ':is(a[href], button, input, select, textarea, summary):not([tabindex="-1"])'

check(53, async ({ page }) => {
  const next = async (button: string, path: string) => {
    await openPage(page, path)
    await expect(main(page).locator(button).first(), `${path} ${button}`).toBeVisible()
  }
  await next('.gallery-thumbnails a', PRODUCT_PATH)
  await next('.related a', PRODUCT_PATH)
  await openPage(page, PRODUCT_PATH)
  await clickInIsland(page.getByRole('link', { name: /^Enlarge/ }).first())
  for (const name of ['Zoom in', 'Zoom out', 'Next picture', 'Previous picture'])
    await expect(page.getByRole('dialog').getByRole('button', { name })).toBeVisible()
  await openPage(page, paths.home)
  await expect(main(page).getByRole('button', { name: /^Picture 2/ })).toBeVisible()
  // Of an editor: what is ordered by dragging, the pictures of a product.
  await logIn(page, 'editor')
  const { id } = await findProduct(page)
  await page.goto(`/studio/products/${id}`)
  await expect(page.getByRole('button', { name: 'Move picture 2', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /picture 2.*(?:earlier|up)$/ })).toBeVisible()
})

check(54, async ({ page }) => {
  const orders = new Map<string, string>()
  for (const route of ROUTES) {
    await page.goto(route)
    const help = page.locator('footer nav, footer address').locator('a')
    const hrefs = await help.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    if (hrefs.length > 0) orders.set(hrefs.join(), route)
  }
  expect(orders.size, [...orders.values()].join()).toBe(1)
})

check(56, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const route of RICH_ROUTES) {
    await openPage(page, route)
    const invisible = await page.locator(CONTROLS).evaluateAll((all) => {
      const page = getComputedStyle(document.body).backgroundColor
      return all
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .map((one) => one.closest('label') ?? one)
        .filter((one) => {
          if (one.getBoundingClientRect().width <= 1) return false
          const style = getComputedStyle(one)
          const hasBorder = style.borderStyle !== 'none' && style.borderBottomWidth !== '0px'
          const isFilled = (of: CSSStyleDeclaration) => !/^rgba\(.*, 0\)$/.test(of.backgroundColor)
          const before = getComputedStyle(one, '::before')
          const seen = (hasBorder && style.borderBottomColor !== page) || one.textContent?.trim()
          if (one.matches('input:not([type=radio], [type=checkbox]), select, textarea'))
            return !hasBorder && !one.closest('form')?.matches('[class*=border]')
          if (seen) return false
          const drawn =
            one.matches(':has(svg, img)') || (before.content !== 'none' && isFilled(before))
          // What has no text gets no background of its own over a picture.
          const { left, top, width, height } = one.getBoundingClientRect()
          const below = document.elementsFromPoint(left + width / 2, top + height / 2)
          const ground = below.find(
            (part) => part.matches('img') || isFilled(getComputedStyle(part)),
          )
          return !drawn || (ground?.matches('img') && !one.contains(ground))
        })
        .map((one) => one.outerHTML.slice(0, 120))
    })
    expect(invisible, route).toEqual([])
  }
})

/** Collects what live regions say from now on. */
const recordSaid = (page: Page) =>
  page.evaluate(() => {
    const live = '[aria-live=polite], [role=status], [role=alert], output:not([aria-live])'
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest(live),
        ),
      )
      for (const one of regions) if (one?.textContent) said.push(one.textContent.trim())
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

check(57, async ({ page }) => {
  const said = () => page.evaluate('said') as Promise<string[]>
  await openPage(page, '/shop')
  await recordSaid(page)
  await main(page).getByRole('link', { name: 'Low→High' }).click()
  await main(page).getByRole('link', { name: 'Watches', exact: true }).click()
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('Watches')
  await expect.poll(said).toEqual([expect.stringMatching(/^\d+ pieces$/)])
  await openPage(page, '/shop')
  await recordSaid(page)
  await clickInIsland(
    cards(page)
      .first()
      .getByRole('button', { name: /wishlist: / }),
  )
  const toast = 'Please log in to add items to your wishlist'
  await expect(page.getByText(toast)).toBeVisible()
  expect((await said()).filter((text) => text.includes(toast))).toHaveLength(1)
  await openPage(page, PRODUCT_PATH)
  await page.getByLabel('Delivery pincode').fill('302002')
  await recordSaid(page)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect.poll(said).toEqual([expect.stringMatching(/^Free delivery .+ to 302002$/)])
})

check(58, async ({ page }) => {
  for (const route of RICH_ROUTES) {
    await openPage(page, route)
    const moving = await page.evaluate(() => {
      const parse = (text: string) =>
        Math.max(...text.split(',').map((one) => Number.parseFloat(one)))
      return [...document.querySelectorAll('body *')]
        .filter((one) => parse(getComputedStyle(one).transitionDuration) > 0.01)
        .map((one) => one.outerHTML.slice(0, 90))
        .slice(0, 5)
    })
    expect(moving, route).toEqual([])
    const running = () =>
      page.evaluate(
        () => document.getAnimations().filter((one) => one.playState === 'running').length,
      )
    await expect.poll(running, route).toBe(0)
  }
  await openPage(page, paths.home)
  const current = main(page).locator('[aria-current=true]').first()
  const label = await current.getAttribute('aria-label')
  await page.clock.install()
  await page.clock.runFor(20_000)
  await expect(current).toHaveAttribute('aria-label', label ?? '')
})

test.describe('with motion', () => {
  test.use(WITH_MOTION)
  check(58, async ({ page }) => {
    await openPage(page, paths.home)
    const pause = page.getByRole('button', { name: 'Pause the pictures' })
    await pause.click()
    await expect(page.getByRole('button', { name: /^(?:Play|Start|Resume)/ })).toBeVisible()
  })
})

test.describe('without a service worker', () => {
  check(66, async ({ page, console }) => {
    test.setTimeout(600_000)
    console.allow(/preload|404/)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
    })
    const getShift = await countShifts(page)
    const shifts: Record<string, number> = {}
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      for (const route of [...ROUTES, '/shop?search=emrald', '/shop?search=returns']) {
        await session.send('Network.clearBrowserCache')
        await page.goto(route, { waitUntil: 'load' })
        await waitForHydration(page)
        await page.evaluate(() => document.fonts.ready)
        const shift = await getShift()
        if (shift > 0.002) shifts[`${route} ${viewport.width} px`] = shift
      }
    }
    expect(shifts).toEqual({})
  })
})
