import type { Page } from '@playwright/test'
import { openBrowser } from './browser.ts'
import { getDemoLogin } from './demo-account.ts'

/** Times in milliseconds. */
export interface StudioFigures {
  /** From each keystroke in the search until the rows are painted. */
  searches: number[]
  /** From each frame to the next while the list is scrolled. */
  frames: number[]
  /** From each last keystroke in the title until the preview shows it, the pause included. */
  previews: number[]
}

declare global {
  interface Window {
    figures: number[]
  }
}

const SLOWDOWN = 4
const SEARCHES = ['silver', 'watch 12', 'bag', 'moon', 'the']
const WHEEL_STEPS = 80
const WHEEL_PX = 240
const PREVIEWS = 30

async function openList(page: Page): Promise<void> {
  await page.goto('/studio')
  await page.getByRole('link', { name: 'New product' }).waitFor()
  await page.getByRole('row').nth(5).waitFor()
}

/** Records the time from each typed character until the frame that follows it is painted. */
async function measureSearch(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    window.figures = []
    addEventListener(
      'input',
      (event) => {
        const { inputType, timeStamp } = event as InputEvent
        if (inputType !== 'insertText') return
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => window.figures.push(performance.now() - timeStamp)
          port2.postMessage(0)
        })
      },
      { capture: true },
    )
  })
  const search = page.getByRole('searchbox')
  let keystrokes = 0
  for (const text of SEARCHES) {
    await search.clear()
    for (const key of text) {
      await search.press(key)
      keystrokes++
      await page.waitForFunction((count) => window.figures.length >= count, keystrokes)
    }
  }
  await search.clear()
  return page.evaluate(() => window.figures)
}

/** Records the time from each frame to the next while the wheel turns. */
async function measureScroll(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    window.figures = []
    let before = performance.now()
    const note = (now: number) => {
      window.figures.push(now - before)
      before = now
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.getByRole('row').nth(3).hover()
  for (let step = 0; step < WHEEL_STEPS; step++) await page.mouse.wheel(0, WHEEL_PX)
  return page.evaluate(() => window.figures)
}

async function measurePreview(page: Page): Promise<number[]> {
  await page.getByRole('row').nth(3).getByRole('link').click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true }).first()
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  const figures: number[] = []
  for (let preview = 0; preview < PREVIEWS; preview++) {
    const text = `Written by the bench ${preview}`
    const shown = page.evaluate(
      (wanted) =>
        new Promise<number>((resolve) => {
          let typedAt = 0
          const note = ({ timeStamp }: Event) => {
            typedAt = timeStamp
          }
          addEventListener('input', note, { capture: true })
          const look = () => {
            const heading = document.querySelector('iframe')?.contentDocument?.querySelector('h1')
            if (!heading?.textContent?.includes(wanted)) return requestAnimationFrame(look)
            removeEventListener('input', note, { capture: true })
            return resolve(performance.now() - typedAt)
          }
          requestAnimationFrame(look)
        }),
      text,
    )
    await title.fill(text)
    figures.push(await shown)
  }
  return figures
}

/** Measures the search with a processor that is slowed down, the scroll and the preview without. */
export async function measureStudio(site: string, executablePath: string): Promise<StudioFigures> {
  await using browser = await openBrowser(executablePath)
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: site, viewport })
  await context.request.post('/api/auth/login', { data: getDemoLogin('editor') })
  const page = await context.newPage()
  await openList(page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const searches = await measureSearch(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const frames = await measureScroll(page)
  return { searches, frames, previews: await measurePreview(page) }
}
