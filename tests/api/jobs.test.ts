import { expect, vi } from 'vitest'
import { startJob } from '#src/server/core/job.ts'
import { JOBS } from '#src/server/jobs/jobs.ts'
import { RETENTION } from '#src/server/jobs/retention-table.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { recordStatements } from '#tests/helpers/query-plans.ts'
import { addProducts, updateProduct } from '#tools/products.ts'

const tables = Object.keys(RETENTION)
const LISTED = JOBS.filter(({ tables }) => tables !== 'every table')
const SITE_URL = 'https://kairavi.example'
const view = { name: 'pageview', url: `${SITE_URL}/shop`, domain: 'kairavi.example' }
// Nothing listens there.
const test = base.extend('env', { SITE_URL, SMTP_URL: 'smtp://127.0.0.1:1' })

test.for(LISTED.map((job) => [job.name, job] as const))(
  'the job of %s reads and changes the tables that it names, and no other',
  async ([, job], { shop, shopper, visitor }) => {
    const [bag = ''] = await addProducts(shop, { slug: 'bag', stock: 0 })
    await shopper.post('/stock-alerts', { productId: bag })
    await updateProduct(shop, bag, { stock: 1 })
    await visitor.post('/events', view)
    const { run, close } = job.open(shop.deps)
    const statements = await recordStatements(shop, run)
    await close?.()
    const texts = statements.map(({ sql }) => sql).join(' ')
    // A column may be called as a table is.
    const used = tables.filter((table) =>
      new RegExp(`\\b(?:from|join|into|update) "${table}"`).test(texts),
    )
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((table) => !job.tables.includes(table as never))).toEqual([])
  },
)

test('a job that fails is logged and runs again, and never twice at once', async ({ shop }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const runs: PromiseWithResolvers<void>[] = []
    const job = startJob(shop.deps, {
      name: 'example',
      task: 'fails',
      intervalMs: 1,
      bound: 'nothing',
      tables: [],
      open: () => ({
        async run() {
          const ended = Promise.withResolvers<void>()
          runs.push(ended)
          await ended.promise
          throw new Error('no')
        },
      }),
    })
    vi.advanceTimersByTime(100)
    expect(runs).toHaveLength(1)
    runs[0]?.resolve()
    await new Promise(setImmediate)
    expect(shop.logs).toContainEqual(expect.objectContaining({ message: 'example failed' }))
    vi.advanceTimersByTime(100)
    expect(runs).toHaveLength(2)
    runs[1]?.resolve()
    await job.stop()
    vi.advanceTimersByTime(100)
    expect(runs).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})
