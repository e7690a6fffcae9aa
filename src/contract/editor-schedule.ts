import { z } from 'zod'
import { rupees } from './catalog.ts'

const scheduledChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    price: rupees,
    /** Null removes the list price; without it, one that is not above the price is removed. */
    listPrice: rupees.nullable().optional(),
  }),
  /** Puts an archived product on sale, as new. */
  z.strictObject({ kind: z.literal('launch') }),
  z.strictObject({ kind: z.literal('archive') }),
])
export type ScheduledChange = z.output<typeof scheduledChange>

export const scheduleRequest = z.strictObject({
  /** With an offset, e.g. `2026-12-01T00:00:00+05:30`. */
  at: z.iso.datetime({ offset: true }),
  change: scheduledChange,
})

const scheduledItem = z.object({
  id: z.string(),
  productId: z.string(),
  title: z.string(),
  change: scheduledChange,
  at: z.iso.datetime(),
  /** As editors in India read it, e.g. `1 Dec 2026, 12:00 am IST`. */
  atIst: z.string(),
  by: z.string(),
  /** `failed` says why in `message`. */
  state: z.enum(['waiting', 'applied', 'failed']),
  message: z.string(),
})

export const scheduledResponse = z.object({ scheduled: scheduledItem })
export const scheduleResponse = z.object({
  /** Those that wait, the next first; then the last 50 that were applied. */
  scheduled: z.array(scheduledItem),
})
