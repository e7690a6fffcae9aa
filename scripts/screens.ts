// Pictures of every screen of a running preview (`npm start` first), in both colour modes, for
// phone and desktop. They are for looking at, and for the README.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { projectRoot } from '#tests/helpers/site-process.ts'
import {
  createBrowserContext,
  createStorageStates,
  type DeviceProfile,
} from './screens/browser-contexts.ts'
import { compressScreenshot } from './screens/compress-screenshot.ts'
import { type Screenshot, screenshots } from './screens/screenshots.ts'
import { ensureBrowser } from './test/browser.ts'

const MAX_BYTES = 40_000
const README_BYTES = 90_000
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
/** A page is shown from its top to here; the long ones repeat themselves further down. */
const MAX_HEIGHT = { phone: 2_000, desktop: 2_400 }

const looks: DeviceProfile[] = [
  { name: 'phone-light', viewport: PHONE, colorScheme: 'light' },
  { name: 'phone-dark', viewport: PHONE, colorScheme: 'dark' },
  { name: 'desktop-light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: DESKTOP, colorScheme: 'dark' },
]

const readme: { name: string; shot: string; look: string }[] = [
  { name: 'readme-home', shot: 'home', look: 'desktop-light' },
  { name: 'readme-product', shot: 'product', look: 'desktop-light' },
  { name: 'readme-shop', shot: 'shop', look: 'desktop-dark' },
]

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4321' },
    only: { type: 'string', default: '.' },
    out: { type: 'string', default: join(projectRoot, 'docs/screens') },
  },
})
const only = new RegExp(values.only)

const answering = async (page: Page) => {
  // The listing's island waits until it is used.
  await page.mouse.move(1, 1, { steps: 2 })
  await page.waitForFunction(
    () => !document.querySelector('astro-island[ssr]:not([client=visible], [hidden])'),
  )
}

/** Everything that waits until it is seen has been seen, and is there. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    scrollTo(0, 0)
    const pictures = [...document.images].filter((picture) => picture.checkVisibility())
    // Those at the far end of a scroller would else never come.
    for (const picture of pictures) picture.loading = 'eager'
    // A bar at the foot of the window would lie across the middle of the page.
    document.querySelector<HTMLElement>('.buy-actions')?.style.setProperty('position', 'static')
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  await answering(page)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

async function pictureOf(page: Page, shot: Screenshot, isPhone: boolean): Promise<Buffer> {
  await page.goto(shot.path)
  await answering(page)
  if (!shot.viewportOnly) await settle(page)
  await shot.prepare?.(page)
  if (shot.viewportOnly) return page.screenshot({ animations: 'disabled' })
  await settle(page)
  const limit = MAX_HEIGHT[isPhone ? 'phone' : 'desktop']
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }))
  const clip = { x: 0, y: 0, width, height: Math.min(height, limit) }
  return page.screenshot({ fullPage: true, clip, animations: 'disabled' })
}

async function takeAll(
  browser: Browser,
  look: DeviceProfile,
  states: Awaited<ReturnType<typeof createStorageStates>>,
) {
  const isPhone = look.viewport === PHONE
  for (const shot of screenshots) {
    const name = `${shot.name}-${look.name}`
    if (!only.test(name) || (shot.phoneOnly && !isPhone)) continue
    const context = await createBrowserContext(browser, values.url, look, states[shot.persona])
    const page = await context.newPage()
    const save = async (file: string, png: Buffer, width: number, maxBytes: number) =>
      writeFile(join(values.out, `${file}.webp`), await compressScreenshot(png, width, maxBytes))
    await save(name, await pictureOf(page, shot, isPhone), isPhone ? 390 : 720, MAX_BYTES)
    const shown = readme.find((one) => one.shot === shot.name && one.look === look.name)
    if (shown) {
      await page.evaluate(() => document.querySelector('.buy-actions')?.removeAttribute('style'))
      await save(shown.name, await page.screenshot({ animations: 'disabled' }), 1200, README_BYTES)
    }
    await context.close()
    console.log(name)
  }
}

await mkdir(values.out, { recursive: true })
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})
const states = await createStorageStates(browser, values.url)
for (const look of looks) await takeAll(browser, look, states)
await browser.close()
