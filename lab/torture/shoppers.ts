import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadOptions, type SlowCall, startScheduledLoad } from '#tools/scheduled-load.ts'

// Calls of shoppers or of an editor, until they are stopped. It runs in a separate process, so that
// the simulated staff does not delay the measurement.

/** Waiting times in ms, and one line for each request without an expected answer. */
export interface ShopperFigures {
  latencies: number[]
  reads: number[]
  writes: number[]
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
    const { latencies, reads, writes, failures, skipped, slow } = await load.takeFigures()
    const figures: ShopperFigures = { latencies, reads, writes, failures, skipped, slow }
    process.send?.(figures, () => process.disconnect())
  })
})
