import { type Browser, chromium } from '@playwright/test'

const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

/** A browser to measure with, which `await using` closes. */
export const openBrowser = (executablePath: string, args: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...ARGS, ...args] })
