import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import agentic from 'lighthouse/core/config/agentic-browsing-config.js'
import { expect, openPage, test, waitForServiceWorker } from '#tools/browser-test.ts'
import { findFreePort } from '#tools/http-server.ts'
import { NO_SCRIPT_ROUTES, PRODUCT_PATH } from '#tools/routes.ts'
import { addFigure, check } from './check.ts'

const executablePath = process.env['CHROMIUM_PATH'] ?? chromium.executablePath()

test.use({
  serviceWorkers: 'allow',
  launchOptions: [
    // Chromium's headless shell has no back/forward cache.
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        executablePath,
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      }),
    { scope: 'worker' },
  ],
})

check(61, async ({ page }) => {
  await openPage(page, '/terms')
  await waitForServiceWorker(page)
  for (const route of [...NO_SCRIPT_ROUTES, '/partner', '/cart', '/login', '/signup']) {
    await openPage(page, route)
    await page.evaluate(() => Object.assign(window, { restored: true }))
    await openPage(page, '/offline')
    await page.goBack({ waitUntil: 'commit' })
    const { restored, reasons } = await page.evaluate(() => ({
      restored: 'restored' in window,
      reasons: JSON.stringify(
        Reflect.get(performance.getEntriesByType('navigation')[0] ?? {}, 'notRestoredReasons'),
      ),
    }))
    expect(restored, `${route}: ${reasons}`).toBe(true)
  }
})

check(64, async ({ baseURL }) => {
  const port = await findFreePort()
  const args = ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath, args })
  try {
    for (const path of ['/', '/shop', PRODUCT_PATH]) {
      const result = await lighthouse(
        `${baseURL}${path}`,
        { port, logLevel: 'error', onlyCategories: ['agentic-browsing'] },
        agentic,
      )
      const refs = result?.lhr.categories['agentic-browsing']?.auditRefs ?? []
      const audits = refs.map(({ id }) => result?.lhr.audits[id])
      const counted = audits.filter((audit) => audit?.score != null)
      const failed = counted.filter((audit) => (audit?.score ?? 0) < 0.9)
      addFigure(`${path}: ${counted.length - failed.length} of ${counted.length}`)
      expect(
        failed.map((audit) => `${audit?.id}: ${audit?.explanation ?? audit?.displayValue}`),
        path,
      ).toEqual([])
    }
  } finally {
    await browser.close()
  }
})
