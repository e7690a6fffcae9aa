import type { Page } from '@playwright/test'
import { expect, openPage, signUpVerified, test } from '#tests/helpers/browser-test.ts'
import { startProxy } from '#tests/helpers/proxy.ts'

/** How often a page was loaded, and how often a new worker took it over. */
async function watched(page: Page): Promise<() => Promise<{ loads: number; workers: number }>> {
  let loads = 0
  let workers = 0
  page.on('load', () => {
    loads += 1
  })
  await page.exposeFunction('tellOfWorker', () => {
    workers += 1
  })
  await page.addInitScript(() =>
    navigator.serviceWorker?.addEventListener('controllerchange', () =>
      Reflect.get(window, 'tellOfWorker')(),
    ),
  )
  return async () => ({ loads, workers })
}

const update = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).update())

test('§1.layout.8 F14 the first install reloads nothing, an update each page once, and none that is typed in', async ({
  page,
  context,
  baseURL,
}) => {
  test.slow()
  await using line = await startProxy(baseURL ?? '')
  const quiet = await watched(page)
  await page.goto(`${line.url}/terms`)
  await expect.poll(quiet).toEqual({ loads: 1, workers: 1 })

  const typing = await context.newPage()
  const typist = await watched(typing)
  await openPage(typing, `${line.url}/contact`)
  const message = typing.getByRole('textbox', { name: 'Message' })
  await message.fill('Is the Sitara to be had with a longer strap?')
  // Even once the focus is elsewhere: it is not sent yet.
  await message.blur()

  line.setRelease('another')
  await update(page)
  // From the page that may, the new worker takes both over; only that one is loaded again.
  await expect.poll(typist).toEqual({ loads: 1, workers: 1 })
  await expect.poll(async () => (await quiet()).loads).toBe(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(message).toHaveValue('Is the Sitara to be had with a longer strap?')

  await message.fill('')
  await message.blur()
  await expect.poll(typist).toEqual({ loads: 2, workers: 1 })
  await expect(message).toHaveValue('')

  // The same release once more is no update.
  await update(page)
  await update(typing)
  expect(await quiet()).toEqual({ loads: 2, workers: 2 })
  expect(await typist()).toEqual({ loads: 2, workers: 1 })
  const names = await page.evaluate(() => caches.keys())
  expect(names.sort()).toEqual(['kairavi-assets', 'kairavi-pages-another'])
})

test('F13 nothing of the API, nothing of a shopper and no token is ever kept', async ({ page }) => {
  const shopper = await signUpVerified(page)
  await openPage(page, '/terms')
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  for (const path of ['/profile', '/shop?search=Sitara', '/reset-password?token=the-secret'])
    await openPage(page, path)
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const answers = await Promise.all(
      all.map(async (cache) => {
        const requests = await cache.keys()
        return Promise.all(
          requests.map(async (request) => {
            const answer = await cache.match(request)
            return { url: request.url, text: (await answer?.text()) ?? '' }
          }),
        )
      }),
    )
    return answers.flat()
  })
  const paths = kept.map(({ url }) => new URL(url).pathname)
  expect(paths).toEqual(expect.arrayContaining(['/offline', '/profile', '/shop']))
  expect(paths.filter((path) => path.startsWith('/api'))).toEqual([])
  expect(kept.filter(({ url }) => url.includes('the-secret'))).toEqual([])
  expect(kept.filter(({ text }) => text.includes(shopper.email))).toEqual([])
})
