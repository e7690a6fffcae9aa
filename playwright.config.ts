import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS } from '#tools/browser-arguments.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

// `npm test` gives the browser and the address of the running shop.
// Without windows, Chromium takes a fifth less time; it has no back/forward cache.
const executablePath = process.env['HEADLESS_SHELL_PATH'] || process.env['CHROMIUM_PATH']
const baseURL = process.env['E2E_URL'] ?? 'http://localhost:4321'

/**
 * What it publishes is on the pages of every other test: it runs after them. With `--no-deps` it runs
 * alone.
 */
const STUDIO = /studio(-[a-z]+)?\.spec\.ts/

/** They need a shop that takes orders, which runs after the others. */
const ORDERS = /orders\.spec\.ts/

/** It rolls the site back, and runs alone, after them. */
const ROLL_BACK = /roll-back\.spec\.ts/

/** `npm run torture -- browser` slows pages and answers (tools/browser-test.ts). */
const slowness = process.env['TORTURE_SEED'] === undefined ? 1 : 4

export default defineConfig({
  testDir: 'tests/e2e',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  // A test waits for a third of its time.
  workers: 3,
  // A test that passes at its second try has found a race.
  retries: 0,
  // Limits end a test that hangs; none depends on the machine's speed.
  timeout: 180_000 * slowness,
  expect: { timeout: 30_000 * slowness },
  reporter: 'list',
  use: {
    baseURL,
    locale: 'en-IN',
    // Drawing every frame of an animation takes a fifth of the time. Tests of motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Kolkata',
    // Installing one for each test takes a fifth of the pages' time: tests of it, and the journey, allow it.
    serviceWorkers: 'block',
    video: 'off',
    // Tracing every test costs a third of its time.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: BROWSER_ARGUMENTS,
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: DESKTOP },
      testIgnore: [STUDIO, ROLL_BACK, ORDERS],
      grepInvert: /@phone/,
    },
    {
      name: 'phone',
      use: { viewport: PHONE, hasTouch: true },
      grep: /@phone/,
      testIgnore: [STUDIO, ORDERS],
    },
    {
      name: 'studio',
      use: { viewport: DESKTOP },
      testMatch: STUDIO,
      testIgnore: ORDERS,
      fullyParallel: false,
      dependencies: ['desktop', 'phone'],
    },
    {
      name: 'roll-back',
      use: { viewport: DESKTOP },
      testMatch: ROLL_BACK,
      dependencies: ['studio'],
    },
    { name: 'orders', use: { viewport: DESKTOP }, testMatch: ORDERS },
    // `npm run checklist` alone.
    { name: 'checklist', testDir: 'tests/checklist', use: { viewport: DESKTOP } },
    // A run deletes the screenshots of its own projects.
  ].map((project) => ({ ...project, outputDir: `.cache/playwright/${project.name}` })),
})
