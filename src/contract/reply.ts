import { z } from 'zod'

/** Every error of the API. `field` names the body's field that was wrong, where there is one. */
export const refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  field: z.string().optional(),
})
export type Refusal = z.output<typeof refusal>

export const done = z.object({ success: z.literal(true), message: z.string() })
export type Done = z.output<typeof done>

export const health = z.object({
  status: z.literal('ok'),
  /** True when this is the embedded preview API. */
  preview: z.boolean(),
  version: z.string(),
})
