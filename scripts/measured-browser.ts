import { type Browser, chromium } from '@playwright/test'
import { BROWSER_ARGUMENTS } from '#tools/browser-arguments.ts'
import { ensureBrowser } from './test/browser.ts'

/** Opens a browser for measurements. `await using` closes it. */
export const openBrowser = async (args: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureBrowser(), args: [...BROWSER_ARGUMENTS, ...args] })
