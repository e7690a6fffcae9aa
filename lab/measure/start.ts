import { setTimeout as sleep } from 'node:timers/promises'
import { openBrowser } from '#scripts/measured-browser.ts'
import { row } from '#scripts/report.ts'
import { paths } from '#src/rules/paths.ts'
import { runCommand } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createEnv, startMeasuredSite } from './site.ts'

/** Returns the seconds from the start of the command until the home page is answered. */
export async function untilHomePage(env: Record<string, string>): Promise<number> {
  const start = performance.now()
  const running = runCommand('src/run/start.js', env)
  const isAnswered = () =>
    fetch(`http://127.0.0.1:${env['PORT']}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isAnswered())) {
    if (running.child.exitCode !== null) throw new Error((await running.exited).stderr)
    await sleep(20)
  }
  const took = performance.now() - start
  await running.waitForOutput(/is open at/)
  running.child.kill('SIGTERM')
  await running.exited
  return took / 1_000
}

/** Window sizes for measuring the first pictures. */
const WINDOWS = [
  { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true },
  { viewport: { width: 1440, height: 900 } },
]

/** Runs in a page: returns the milliseconds from its load until all visible pictures are loaded. */
async function waitForPictures(): Promise<number> {
  const isInView = (picture: HTMLImageElement) => {
    const { top, bottom, left, right, width } = picture.getBoundingClientRect()
    return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  }
  const isMissing = (picture: HTMLImageElement) =>
    isInView(picture) && !(picture.complete && picture.naturalWidth > 0)
  while ([...document.images].some(isMissing)) await new Promise(requestAnimationFrame)
  const [{ loadEventStart = 0 } = {}] = performance.getEntriesByType(
    'navigation',
  ) as PerformanceNavigationTiming[]
  return Math.max(0, performance.now() - loadEventStart)
}

/** Opens pages of a shop that was just started for the first time. */
async function measureFirstPictures(): Promise<void> {
  await using browser = await openBrowser()
  for (const options of WINDOWS) {
    await using site = await startMeasuredSite()
    for (const path of [paths.home, paths.shop]) {
      await using context = await browser.newContext(options)
      const page = await context.newPage()
      await page.goto(site.url + path)
      const took = (await page.evaluate(waitForPictures)) / 1_000
      const what = `first start: pictures in view of ${path}, ${options.viewport.width} px`
      row(what, took, { unit: 's', most: 1 })
    }
  }
}

export async function measureStart(): Promise<void> {
  await measureFirstPictures()
  using folder = createTempDir()
  const env = await createEnv(folder.path)
  row('fresh start until the home page', await untilHomePage(env), { unit: 's', most: 60 })
  row('second start until the home page', await untilHomePage(env), { unit: 's', most: 3 })
}
