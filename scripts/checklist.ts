import { globSync, readFileSync } from 'node:fs'
import { items, notApplicable, shownWithoutBrowser } from '#tests/checklist/items.ts'
import { runProjects, startTestSite } from './test/browser-tests.ts'
import type { TestResult } from './test/results.ts'

// The checklist of a good shop, in a browser: each item passes, fails, is covered by another test
// or does not apply. npm run checklist

/** Returns the outcome of each item by number: the worst of its tests. */
function listOutcomes(results: TestResult[]): Map<string, { outcome: string; note: string }> {
  const outcomes = new Map<string, { outcome: string; note: string }>()
  for (const { title, passed, notes = [] } of results) {
    const numbers = /[\]›] (\d+(?:, \d+)*) [^›]*$/.exec(title)?.[1]?.split(', ') ?? []
    for (const number of numbers)
      if (outcomes.get(number)?.outcome !== 'fail')
        outcomes.set(number, { outcome: passed ? 'pass' : 'fail', note: notes[0] ?? '' })
  }
  return outcomes
}

/** Returns the files of `npm test` that cover items, by number. Browser tests name them in their titles. */
function listElsewhere(): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>()
  const add = (number: string, file: string) =>
    files.set(number, (files.get(number) ?? new Set()).add(file))
  for (const file of globSync('tests/e2e/*.spec.ts').sort())
    for (const [, numbers = ''] of readFileSync(file, 'utf8').matchAll(/\(items? ([\d, ]+)\)/g))
      for (const number of numbers.split(', ')) add(number, file)
  for (const [file, titles] of Object.entries(shownWithoutBrowser))
    for (const [number, title] of Object.entries(titles))
      if (readFileSync(file, 'utf8').includes(title)) add(number, file)
  return files
}

const { site, env } = await startTestSite()
await using _ = site
const outcomes = listOutcomes(await runProjects(['checklist'], env))
const elsewhere = listElsewhere()
const sums: Record<string, number> = {}
for (const [number, [statement, source]] of Object.entries(items)) {
  const reason = notApplicable[Number(number)]
  const files = elsewhere.get(number)
  const { outcome, note } =
    outcomes.get(number) ??
    (reason
      ? { outcome: 'not applicable', note: reason }
      : files
        ? { outcome: 'elsewhere', note: [...files].join(' ') }
        : { outcome: 'fail', note: 'No test ran.' })
  sums[outcome] = (sums[outcome] ?? 0) + 1
  console.log(`${number.padStart(2)} ${outcome.padEnd(14)} ${statement} (${source}) ${note}`)
}
const summary = Object.entries(sums).map(([outcome, sum]) => `${sum} ${outcome}`)
console.log(summary.join(', '))
process.exitCode = sums['fail'] ? 1 : 0
