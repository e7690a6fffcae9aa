import { checkBudgets } from '#scripts/budgets.ts'
import { type Part, runParts } from '#scripts/report.ts'
import { measureInteractions } from './measure/interactions.ts'
import { measurePages } from './measure/pages.ts'
import { measurePublish } from './measure/publish.ts'
import { startMeasuredSite } from './measure/site.ts'
import { measureStart } from './measure/start.ts'
import { measureStatic } from './measure/static.ts'
import { measureStudio } from './measure/studio.ts'
import { measureWrites } from './measure/writes.ts'

// Measures the shop: npm run bench -- <part>. Without a part, it lists the parts.

async function weight(): Promise<void> {
  await using site = await startMeasuredSite()
  await checkBudgets(site.url)
}

const parts = {
  start: { about: 'time of a start, until the home page is there', minutes: 4, run: measureStart },
  weight: { about: 'bytes of pages, against their budgets', minutes: 2, run: weight },
  pages: {
    about: 'loads of pages, beside those of the commit before',
    minutes: 15,
    run: measurePages,
  },
  inp: { about: 'time from a press to its paint', minutes: 8, run: measureInteractions },
  publish: { about: 'time from a save to the live page', minutes: 12, run: measurePublish },
  studio: { about: 'lists, forms and previews of the studio', minutes: 8, run: measureStudio },
  static: { about: 'pages a second, beside other servers', minutes: 3, run: measureStatic },
  writes: { about: 'additions to carts a second', minutes: 3, run: measureWrites },
} satisfies Record<string, Part>

await runParts('npm run bench', parts)
