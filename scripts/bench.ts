import { checkBudgets } from './budgets.ts'
import { measureInteractions } from './measure/interactions.ts'
import { measurePages } from './measure/pages.ts'
import { measurePublish } from './measure/publish.ts'
import { startMeasuredSite } from './measure/site.ts'
import { measureStart } from './measure/start.ts'
import { measureStatic } from './measure/static.ts'
import { measureStudio } from './measure/studio.ts'
import { measureWrites } from './measure/writes.ts'
import { runParts } from './report.ts'

// Measures the shop: npm run bench -- start | weight | pages | inp | publish | studio | static |
// writes. Without a name, all.

async function weight(): Promise<void> {
  await using site = await startMeasuredSite()
  await checkBudgets(site.url)
}

const parts = {
  start: measureStart,
  weight,
  pages: measurePages,
  inp: measureInteractions,
  publish: measurePublish,
  studio: measureStudio,
  static: measureStatic,
  writes: measureWrites,
}

await runParts(parts)
