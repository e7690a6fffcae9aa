import { items, notApplicable } from '#tests/checklist/items.ts'
import { BROWSER_REPORT, runProjects, startTestSite } from './test/browser-tests.ts'
import { readPlaywrightReport } from './test/counts.ts'

// The checklist of a good shop, in a browser: each item passes, fails, is shown by another test or
// does not apply. npm run checklist

/** What each item is, by its number: the worst of its tests. */
function listOutcomes(): Map<string, { outcome: string; note: string }> {
  const outcomes = new Map<string, { outcome: string; note: string }>()
  for (const { title, tests } of readPlaywrightReport(BROWSER_REPORT)) {
    const number = Number.parseInt(title, 10)
    for (const { status, annotations } of tests) {
      const find = (type: string) => annotations.find((one) => one.type === type)?.description
      const outcome = status === 'expected' ? (find('kind') ?? 'pass') : 'fail'
      const note = find('figure') ?? ''
      if (outcomes.get(`${number}`)?.outcome !== 'fail')
        outcomes.set(`${number}`, { outcome, note })
    }
  }
  return outcomes
}

const { site, env } = await startTestSite()
await using _ = site
await runProjects(['checklist'], env)
const outcomes = listOutcomes()
const sums: Record<string, number> = {}
for (const [number, [statement, source]] of Object.entries(items)) {
  const reason = notApplicable[Number(number)]
  const { outcome, note } =
    outcomes.get(number) ??
    (reason
      ? { outcome: 'not applicable', note: reason }
      : { outcome: 'fail', note: 'No test ran.' })
  sums[outcome] = (sums[outcome] ?? 0) + 1
  console.log(`${number.padStart(2)} ${outcome.padEnd(14)} ${statement} (${source}) ${note}`)
}
console.log(
  Object.entries(sums)
    .map(([outcome, sum]) => `${sum} ${outcome}`)
    .join(', '),
)
process.exitCode = sums['fail'] ? 1 : 0
