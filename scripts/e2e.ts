import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { printLine } from '#src/run/console-output.ts'
import { createShutdownSignal, waitForAbort } from '#src/run/shutdown.ts'
import { projectRoot } from '#tools/site-process.ts'
import { ensureBrowser } from './test/browser.ts'
import { INBOX_KEY, startOrdersSite, startTestSite } from './test/browser-tests.ts'

// Runs browser tests of some files: npm run e2e -- cart.spec.ts. Options of Playwright may follow,
// e.g. --headed, --debug or -g "a part of the title". The tests use the shop of `npm run e2e --
// --shop` if one is running; otherwise they start one.

const USAGE = `Use it as: npm run e2e -- cart.spec.ts [options of Playwright], or npm run e2e -- --shop.
Files: ${globSync('tests/e2e/*.spec.ts', { cwd: projectRoot })
  .map((file) => basename(file))
  .toSorted()
  .join(', ')}
`

/** File with the address of the shop that `--shop` started in this checkout. */
const ADDRESS = join(projectRoot, '.cache/test/e2e-shop.txt')
const FOLDER = 'e2e-data'
const STUDIO_WAIT_MS = 120_000
const STUDIO_POLL_MS = 200

async function findRunningShop(): Promise<string | undefined> {
  try {
    const url = readFileSync(ADDRESS, 'utf8')
    return (await fetch(`${url}/api/health`)).ok ? url : undefined
  } catch {
    return undefined
  }
}

/** Starts a shop, and waits until its studio is compiled: until then it answers 503. */
async function startShop() {
  const started = await startTestSite(FOLDER)
  const until = Date.now() + STUDIO_WAIT_MS
  while ((await fetch(`${started.site.url}/studio`)).status === 503) {
    await sleep(STUDIO_POLL_MS)
    if (Date.now() < until) continue
    await started.site[Symbol.asyncDispose]()
    throw new Error('The studio was not compiled within two minutes.')
  }
  return started
}

async function serveShop(): Promise<void> {
  const signal = createShutdownSignal()
  const { site } = await startShop()
  await using _ = site
  mkdirSync(dirname(ADDRESS), { recursive: true })
  writeFileSync(ADDRESS, site.url)
  printLine(`The shop of the browser tests is open at ${site.url}. Ctrl-C ends it.`)
  await waitForAbort(signal)
  rmSync(ADDRESS, { force: true })
}

/** Starts the shop for the tests, unless a usable one is running. */
async function openShop(args: string[], parts: AsyncDisposableStack) {
  if (args.some((arg) => /\borders\.spec\.ts\b/.test(arg)))
    return parts.use(await startOrdersSite('e2e-orders-data')).env
  const url = await findRunningShop()
  if (url) return { E2E_URL: url, INBOX_KEY }
  printLine('Starting a shop for the tests, which takes up to a minute.')
  const { site, env } = await startShop()
  parts.use(site)
  return env
}

async function runTests(args: string[]): Promise<number> {
  await using parts = new AsyncDisposableStack()
  // A browser with a window, which --headed needs, instead of the headless shell.
  process.env['CHROMIUM_PATH'] ??= await ensureBrowser()
  const env = await openShop(args, parts)
  const script = join(projectRoot, 'node_modules/@playwright/test/cli.js')
  const child = spawn(process.execPath, [script, 'test', '--no-deps', ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

const args = process.argv.slice(2)
if (args.includes('--shop')) await serveShop()
else if (args.some((arg) => !arg.startsWith('-'))) process.exitCode = await runTests(args)
else {
  process.stderr.write(USAGE)
  process.exitCode = 1
}
