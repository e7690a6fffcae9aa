import type { Page } from '@playwright/test'
import { signUpVerified } from '#tools/accounts.ts'
import { expect, openPage, test, waitForServiceWorker } from '#tools/browser-test.ts'
import { startProxy } from '#tools/proxy.ts'

test.use({ serviceWorkers: 'allow' })

/** Counts the loads of a page and the service workers that take control of it. */
async function countLoads(page: Page) {
  const counts = { loads: 0, workers: 0 }
  page.on('load', () => {
    counts.loads += 1
  })
  await page.exposeFunction('onControllerChange', () => {
    counts.workers += 1
  })
  await page.addInitScript(() =>
    navigator.serviceWorker?.addEventListener('controllerchange', () =>
      Reflect.get(window, 'onControllerChange')(),
    ),
  )
  return () => ({ ...counts })
}

const update = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).update())

test('the first install reloads nothing; an update reloads each page once, unless it has unsaved text (F14) §1.layout.8', async ({
  page,
  context,
  baseURL,
}) => {
  await using proxy = await startProxy(baseURL ?? '')
  const counts = await countLoads(page)
  await page.goto(`${proxy.url}/terms`)
  await expect.poll(counts).toEqual({ loads: 1, workers: 1 })

  const form = await context.newPage()
  const formCounts = await countLoads(form)
  await openPage(form, `${proxy.url}/contact`)
  const message = form.getByRole('textbox', { name: 'Message' })
  await message.fill('Is the Sitara to be had with a longer strap?')
  // The text counts as unsaved without the focus, too.
  await message.blur()

  proxy.setRelease('another')
  await update(page)
  // The new worker takes control of both pages; only the one without text reloads.
  await expect.poll(formCounts).toEqual({ loads: 1, workers: 1 })
  await expect.poll(() => counts().loads).toBe(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(message).toHaveValue('Is the Sitara to be had with a longer strap?')

  await message.fill('')
  await message.blur()
  await expect.poll(formCounts).toEqual({ loads: 2, workers: 1 })
  await expect(message).toHaveValue('')

  // The same release is no update.
  await update(page)
  await update(form)
  expect(counts()).toEqual({ loads: 2, workers: 2 })
  expect(formCounts()).toEqual({ loads: 2, workers: 1 })
  const names = await page.evaluate(() => caches.keys())
  expect(names.sort()).toEqual(['kairavi-assets', 'kairavi-pages-another'])
})

test('caches no API response, no personal data and no token (F13), and the app has its manifest once it is painted', async ({
  page,
}) => {
  const account = await signUpVerified(page)
  const response = await page.goto('/terms')
  expect(await response?.text()).not.toContain('webmanifest')
  const manifest = page.locator('link[rel=manifest]')
  await expect(manifest).toHaveAttribute('href', '/site.webmanifest')
  await waitForServiceWorker(page)
  for (const path of [
    '/profile',
    ...['/store?category=bags', '/shop?utm_source=mail', '/shop?search=Sitara'],
    '/reset-password?token=the-secret',
  ])
    await openPage(page, path)
  const cached = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const entries = await Promise.all(
      all.map(async (cache) => {
        const requests = await cache.keys()
        return Promise.all(
          requests.map(async (request) => {
            const response = await cache.match(request)
            return { url: request.url, text: (await response?.text()) ?? '' }
          }),
        )
      }),
    )
    return entries.flat()
  })
  const paths = cached.map(({ url }) => new URL(url).pathname)
  // The first page was opened before there was a worker.
  expect(paths).toEqual(
    expect.arrayContaining(['/offline', '/terms', '/profile', '/shop', '/shop/bags']),
  )
  expect(paths.filter((path) => path.startsWith('/api'))).toEqual([])
  expect(cached.filter(({ url }) => url.includes('the-secret'))).toEqual([])
  // The list of a search is not the page of the path.
  expect(cached.filter(({ text }) => text.includes('Results for “Sitara”'))).toEqual([])
  expect(cached.filter(({ text }) => text.includes(account.email))).toEqual([])
})
