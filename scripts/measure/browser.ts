import { type Browser, chromium } from '@playwright/test'
import { ensureBrowser } from '../test/browser.ts'

const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

/** A browser to measure with, which `await using` closes. */
export const openBrowser = async (args: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureBrowser(), args: [...ARGS, ...args] })
