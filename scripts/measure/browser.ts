import { type Browser, chromium } from '@playwright/test'
import { BROWSER_ARGUMENTS } from '#tests/helpers/browser-arguments.ts'
import { ensureBrowser } from '../test/browser.ts'

/** A browser to measure with, which `await using` closes. */
export const openBrowser = async (args: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureBrowser(), args: [...BROWSER_ARGUMENTS, ...args] })
