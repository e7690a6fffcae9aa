import { setTimeout as sleep } from 'node:timers/promises'
import {
  type LoadOptions,
  type SlowCall,
  startScheduledLoad,
} from '#tests/helpers/scheduled-load.ts'

// Shoppers who browse, search and add to carts until they are told to stop: in a process of its own, so
// that what the staff does beside them does not delay the measurement.

/** What they waited for, in ms, and one line for each request without an expected answer. */
export interface ShopperFigures {
  latencies: number[]
  failures: string[]
  skipped: number
  slow: SlowCall[]
}

process.once('message', async (options: LoadOptions & { warmUpMs: number }) => {
  const load = startScheduledLoad(options)
  await sleep(options.warmUpMs)
  await load.takeFigures()
  process.send?.('warm')
  process.once('message', async () => {
    await load.stop()
    const { latencies, failures, skipped, slow } = await load.takeFigures()
    const figures: ShopperFigures = { latencies, failures, skipped, slow }
    process.send?.(figures, () => process.disconnect())
  })
})
