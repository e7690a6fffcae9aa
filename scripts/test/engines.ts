import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ListingItem } from '#src/contract/catalog.ts'
import { printLine } from '#src/run/console-output.ts'
import { ENGINES, type Engine, isInstalled } from '#tests/engines/driver.ts'
import { createVisit, FLOWS } from '#tests/engines/flows.ts'
import { createTab } from '#tests/engines/tab.ts'
import { isInstallForbidden, toInstallCommand } from '#tools/debian-packages.ts'
import { INBOX_KEY, startOrdersSite } from './browser-tests.ts'
import { type TestResult, toFailure } from './results.ts'

const MAIL_POLL_MS = 100

/** Installs engines if this user may. */
async function installEngines(): Promise<void> {
  const packages = ENGINES.filter((engine) => !isInstalled(engine)).flatMap(
    (engine) => engine.packages,
  )
  if (packages.length === 0 || isInstallForbidden()) return
  printLine(`Installing ${packages.join(', ')}.`)
  const command = toInstallCommand(...packages)
  if (command) await promisify(execFile)(...command).catch(() => undefined)
}

/** Reports in one sentence that an engine is missing, which is a failure in CI. */
function reportMissing({ name, packages }: Engine): TestResult[] {
  const sentence = `${name} was not tested, because it is not installed`
  printLine(`${sentence}: apt-get install ${packages.join(' ')}.`)
  return process.env['CI'] === 'true' ? [toFailure(sentence, [])] : []
}

async function getJson<Body>(url: string): Promise<Body> {
  const response = await fetch(url)
  return (await response.json()) as Body
}

/** Finds the cheapest product in stock without options, so that it can be added directly. */
async function findPiece(origin: string): Promise<ListingItem> {
  const url = `${origin}/api/products/get-all-products`
  const { products } = await getJson<{ products: ListingItem[] }>(url)
  const [piece] = products
    .filter(({ options, stock }) => options.length === 0 && stock > 1)
    .toSorted((a, b) => a.price - b.price)
  if (!piece) throw new Error('The catalogue has no piece without a choice in stock.')
  return piece
}

/**
 * Waits for the mail to an address.
 * @returns path and fragment of its link.
 */
async function getMailedLink(origin: string, email: string): Promise<string> {
  const url = `${origin}/dev/inbox.json?key=${INBOX_KEY}`
  for (;;) {
    const { mails } = await getJson<{ mails: { to: string; links: string[] }[] }>(url)
    const link = mails.find(({ to }) => to === email)?.links[0]
    if (link) {
      const { pathname, hash } = new URL(link)
      return pathname + hash
    }
    await sleep(MAIL_POLL_MS)
  }
}

/** Runs all flows in one browser, as one shopper. */
async function runFlows(engine: Engine, origin: string): Promise<TestResult[]> {
  const results: TestResult[] = []
  const visit = createVisit(await findPiece(origin), (email) => getMailedLink(origin, email))
  await using driver = await engine.open()
  const tab = createTab(driver, origin)
  for (const [title, flow] of FLOWS) {
    const start = performance.now()
    const errors: string[] = []
    await flow(tab, visit).catch(async (error: unknown) => {
      errors.push(String(error), await tab.describe())
    })
    const seconds = (performance.now() - start) / 1_000
    results.push({
      title: `${engine.name}: a shopper ${title}`,
      passed: errors.length === 0,
      seconds,
      errors,
    })
  }
  return results
}

/** Runs the flows of a shopper in engines that Playwright does not test here. */
export async function runEngines(): Promise<TestResult[]> {
  await installEngines()
  const missing = ENGINES.filter((engine) => !isInstalled(engine)).flatMap(reportMissing)
  const installed = ENGINES.filter(isInstalled)
  if (installed.length === 0) return missing
  await using shop = await startOrdersSite('orders-data')
  const run = (engine: Engine) =>
    runFlows(engine, shop.site.url).catch((error) => [toFailure(engine.name, [String(error)])])
  return [...missing, ...(await Promise.all(installed.map(run))).flat()]
}
