import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { getDemoLogin } from '#lab/measure/demo-account.ts'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { ContentId } from '#src/contract/content.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import type { Role } from '#src/contract/values.ts'
import { productPath } from '#src/rules/paths.ts'
import { callApi, IDLE_SAFE } from './accounts.ts'
import { expect, test } from './browser-test.ts'
import { createPicture } from './pictures.ts'

export const logIn = (page: Page, role: Role): Promise<unknown> =>
  callApi(page, 'POST', '/auth/login', getDemoLogin(role))

/** A test whose page is that of an editor who is logged in. */
export const editorTest = test.extend({
  page: async ({ page }, use) => {
    await logIn(page, 'editor')
    await use(page)
  },
})

export const callEditor = <Body>(page: Page, method: string, path: string, data?: object) =>
  callApi<Body>(page, method, `/editor${path}`, data)

/** Sends a message by the form of the contact page. @returns the last name of its sender, which no other one has. */
export async function sendMessage(page: Page, more: object = {}): Promise<string> {
  const lastName = randomUUID().slice(0, 8)
  await callApi(page, 'POST', '/contact', {
    topic: 'contact',
    firstName: 'Meera',
    lastName,
    email: `${lastName}@example.com`,
    subject: 'Something else',
    message: 'Do you ship to Leh?',
    ...more,
  })
  return lastName
}

export async function saveContent(page: Page, id: ContentId, body: object): Promise<void> {
  const path = `/content/${id}`
  const { record } = await callEditor<{ record: ContentRecord }>(page, 'GET', path)
  await callEditor(page, 'PUT', path, { revision: record.revision, body })
}

/** Gives a record the text that comes with the shop, also when a test is repeated. */
export async function resetContent<Id extends ContentId>(page: Page, id: Id) {
  const body = getDefaultContent(id)
  await saveContent(page, id, body)
  return body
}

export const toSlug = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

/** Creates products with the entry of the catalogue's first one. */
export async function createProducts(page: Page, ...titles: string[]): Promise<EditorProduct[]> {
  const { products } = await callEditor<{ products: { id: string }[] }>(page, 'GET', '/catalog')
  const path = `/products/${products[0]?.id}`
  const { product } = await callEditor<{ product: EditorProduct }>(page, 'GET', path)
  const created: EditorProduct[] = []
  for (const title of titles) {
    const entry = { ...product.entry, title, slug: toSlug(title) }
    const saved = await callEditor<{ product: EditorProduct }>(page, 'POST', '/products', entry)
    created.push(saved.product)
  }
  return created
}

export async function createProduct(page: Page, title: string): Promise<EditorProduct> {
  const [product] = await createProducts(page, title)
  if (!product) throw new Error('No product was created.')
  return product
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

/** Gives a file to the page, beside a text, as the system does when it is dropped or pasted. */
export async function giveFile(
  target: Locator,
  way: 'drop' | 'paste',
  file: Awaited<ReturnType<typeof createPictureFiles>>[number] | undefined,
  text = '',
): Promise<void> {
  if (!file) return
  const { name, mimeType: type, buffer } = file
  await target.evaluate(
    (element, input) => {
      const bytes = Uint8Array.from(atob(input.base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], input.name, { type: input.type }))
      if (input.text) data.setData('text/plain', input.text)
      const init = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        input.way === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    { way, name, type, text, base64: buffer.toString('base64') },
  )
}

/** The HTML of a page of the shop as it is published. */
export const readPage = async (page: Page, path: string): Promise<string> =>
  (await page.request.get(path, IDLE_SAFE)).text()

export const expectOnPage = (page: Page, slug: string, text: string): Promise<void> =>
  expect.poll(() => readPage(page, productPath(slug))).toContain(text)

/** Other tests save meanwhile, and publishes follow each other. */
const MAX_PUBLISHES_MS = 90_000

export const expectLive = (page: Page): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: /live after \d+\.\d s/ })).toBeVisible({
    timeout: MAX_PUBLISHES_MS,
  })

/** Saves the form by the keyboard, and waits until the save is live. */
export async function saveLive(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expectLive(page)
}

/** Gives a file to the page by the chooser that a button opens. */
export async function chooseFile(
  page: Page,
  target: Locator,
  file: { name: string; mimeType: string; buffer: Buffer } | undefined,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await target.click()
  await (await chooser).setFiles(file ?? [])
}

/** Shows only these orders in lists, where a page has no room for those of all tests. */
export const listOnly = (page: Page, numbers: string[]): Promise<unknown> =>
  page.route('**/api/editor/orders/search', (route) =>
    route.continue({ postData: JSON.stringify({ numbers }) }),
  )
