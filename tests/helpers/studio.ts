import type { Locator, Page } from '@playwright/test'
import type { CatalogueEntry } from '#src/contract/entry.ts'
import { productPath } from '#src/rules/paths.ts'
import { demoAccounts } from '#src/server/account/demo-accounts.ts'
import { expect } from './browser-test.ts'
import { createPicture } from './pictures.ts'

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export interface SavedProduct {
  id: string
  revision: number
  entry: CatalogueEntry
}

export async function logIn(page: Page, role: 'editor' | 'admin'): Promise<void> {
  const { email, password } = demoAccounts.find((one) => one.role === role) ?? {}
  const login = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(login.ok(), await login.text()).toBe(true)
}

export async function callEditor<Body>(page: Page, method: string, path: string, data?: object) {
  const answer = await page.request.fetch(`/api/editor${path}`, { method, ...(data && { data }) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Body
}

export const toSlug = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

/** Creates products with the entry of the catalogue's first one. */
export async function createProducts(page: Page, ...titles: string[]): Promise<SavedProduct[]> {
  const { products } = await callEditor<{ products: { id: string }[] }>(page, 'GET', '/products')
  const path = `/products/${products[0]?.id}`
  const { product } = await callEditor<{ product: SavedProduct }>(page, 'GET', path)
  const created: SavedProduct[] = []
  for (const title of titles) {
    const entry = { ...product.entry, title, slug: toSlug(title) }
    const saved = await callEditor<{ product: SavedProduct }>(page, 'POST', '/products', entry)
    created.push(saved.product)
  }
  return created
}

export const field = (page: Page, group: string, label: string): Locator =>
  page.getByRole('region', { name: group }).getByLabel(label, { exact: true })

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

export const press = (page: Page, name: string): Promise<void> => button(page, name).click()

export const createPictureFiles = (...widths: number[]) =>
  Promise.all(
    widths.map(async (width) => ({
      name: `${width}.webp`,
      mimeType: 'image/webp',
      buffer: Buffer.from(await createPicture(width, width + 10)),
    })),
  )

/** Gives a file to the page as the system does when it is dropped or pasted. */
export async function giveFile(
  target: Locator,
  way: 'drop' | 'paste',
  file: Awaited<ReturnType<typeof createPictureFiles>>[number] | undefined,
): Promise<void> {
  if (!file) return
  const { name, mimeType: type, buffer } = file
  await target.evaluate(
    (element, given) => {
      const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], given.name, { type: given.type }))
      const init = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        given.way === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    { way, name, type, base64: buffer.toString('base64') },
  )
}

export const expectOnPage = (page: Page, slug: string, text: string): Promise<void> =>
  expect.poll(async () => (await page.request.get(productPath(slug))).text()).toContain(text)

export const expectLive = (page: Page): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: /live after \d+\.\d s/ })).toBeVisible()

const LAST_STOP = 150

/** Moves the focus to an element by Tab, or by Shift and Tab when it is before the focus. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  for (let stop = 0; stop < LAST_STOP; stop++) {
    const key = await element.evaluate((node) => {
      const active = document.activeElement ?? document.body
      if (active === node) return
      const isBefore = active.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING
      return isBefore && active !== document.body ? 'Shift+Tab' : 'Tab'
    })
    if (key === undefined) return
    await page.keyboard.press(key)
  }
  await expect(element, 'reached by Tab').toBeFocused()
}

/** How an editor operates the page. */
export interface Hand {
  /** Presses a button or a link, or switches a checkbox. */
  press(target: Locator): Promise<void>
  /** Presses a button of a toast. */
  pressInToast(target: Locator): Promise<void>
  fill(target: Locator, text: string): Promise<void>
  /** Chooses an option of a select by its label. */
  choose(target: Locator, label: string): Promise<void>
  /** Sets a field for a day and a time to some time after today. */
  fillFuture(target: Locator): Promise<void>
}

const DAY_MS = 86_400_000

export const mouse: Hand = {
  press: (target) => target.click(),
  pressInToast: (target) => target.click(),
  fill: (target, text) => target.fill(text),
  choose: async (target, label) => {
    await target.selectOption({ label })
  },
  fillFuture: (target) =>
    target.fill(`${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)}T09:30`),
}

/** Parts of a field for a day and a time, in an order that depends on the browser's language. */
const TIME_PARTS = 6

/** The keyboard alone. */
export const createKeyboard = (page: Page): Hand => ({
  async press(target) {
    await tabTo(page, target)
    const isInput = await target.evaluate((node) => node instanceof HTMLInputElement)
    await page.keyboard.press(isInput ? 'Space' : 'Enter')
  },
  async pressInToast(target) {
    await target.waitFor()
    await page.keyboard.press('Alt+t')
    await this.press(target)
  },
  async fill(target, text) {
    await tabTo(page, target)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  },
  async choose(target, label) {
    await tabTo(page, target)
    await page.keyboard.type(label)
  },
  async fillFuture(target) {
    await tabTo(page, target)
    // From an empty part: its first value, or this year; and then the next one.
    for (let part = 0; part < TIME_PARTS; part++) {
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowRight')
    }
    await expect(target).toHaveValue(new RegExp(`^${new Date().getFullYear() + 1}-`))
  },
})

/** Gives files to the page by the chooser that pressing an element opens. */
export async function chooseFiles(
  page: Page,
  hand: Hand,
  target: Locator,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await hand.press(target)
  await (await chooser).setFiles(files)
}
