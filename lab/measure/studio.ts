import type { Page } from '@playwright/test'
import { openBrowser } from '#scripts/measured-browser.ts'
import { row } from '#scripts/report.ts'
import { getDemoLogin } from './demo-account.ts'
import { measureInteraction, observeInteractions, slowDown } from './interactions.ts'
import { percentile } from './percentile.ts'
import { startMeasuredSite } from './site.ts'

declare global {
  interface Window {
    frameTimes: number[]
  }
}

const SEARCHES = ['silver', 'watch 12', 'bag', 'moon', 'the']
const WHEEL_STEPS = 80
const WHEEL_PX = 240
const PREVIEWS = 30

/** Measures the time of each keystroke in the search until the rows are painted. */
async function measureSearch(page: Page): Promise<number[]> {
  const search = page.getByRole('searchbox')
  const durations: number[] = []
  for (const text of SEARCHES) {
    await search.clear()
    for (const key of text) durations.push(await measureInteraction(page, () => search.press(key)))
  }
  await search.clear()
  return durations
}

/** Measures the time between frames while the wheel turns. */
async function measureScroll(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    window.frameTimes = []
    let before = performance.now()
    const note = (now: number) => {
      window.frameTimes.push(now - before)
      before = now
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.getByRole('row').nth(3).hover()
  for (let step = 0; step < WHEEL_STEPS; step++) await page.mouse.wheel(0, WHEEL_PX)
  return page.evaluate(() => window.frameTimes)
}

/** Measures the time from the last keystroke in the title until the preview shows it, including the debounce. */
async function measurePreview(page: Page): Promise<number[]> {
  await page.getByRole('row').nth(3).getByRole('link').click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true }).first()
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  const durations: number[] = []
  for (let preview = 0; preview < PREVIEWS; preview++) {
    const text = `Written by the bench ${preview}`
    const start = await page.evaluate(() => performance.now())
    await title.fill(text)
    const shown = await page.waitForFunction((wanted) => {
      const heading = document.querySelector('iframe')?.contentDocument?.querySelector('h1')
      return heading?.textContent?.includes(wanted) && performance.now()
    }, text)
    durations.push(Number(await shown.jsonValue()) - start)
  }
  return durations
}

/** Measures the list of a large catalogue and the preview. Only the search runs on a slowed processor. */
export async function measureStudio(): Promise<void> {
  await using site = await startMeasuredSite('large')
  await using browser = await openBrowser()
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: site.url, viewport })
  await context.request.post('/api/auth/login', { data: getDemoLogin('editor') })
  const page = await context.newPage()
  await page.addInitScript(observeInteractions)
  await page.goto('/studio/products')
  await page.getByRole('link', { name: 'New product' }).waitFor()
  await page.getByRole('row').nth(5).waitFor()
  await slowDown(page)
  const searches = await measureSearch(page)
  await slowDown(page, 1)
  const print = (what: string, figure: number, most: number) =>
    row(what, figure, { unit: 'ms', most })
  print('search, from a keystroke to painted rows: 95 of 100', percentile(searches, 0.95), 100)
  print('scroll: the longest frame', Math.max(...(await measureScroll(page))), 50)
  const previews = await measurePreview(page)
  print('preview after the last keystroke: 95 of 100', percentile(previews, 0.95), 300)
}
