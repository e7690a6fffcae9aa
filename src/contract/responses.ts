import { z } from 'zod'

/** Every error of the API. `field` names the body's field that was wrong, where there is one. */
export const apiError = z.object({
  success: z.literal(false),
  message: z.string(),
  field: z.string().optional(),
})
export type ApiError = z.output<typeof apiError>

export const successResponse = z.object({ success: z.literal(true), message: z.string() })
export type SuccessResponse = z.output<typeof successResponse>

export const healthResponse = z.object({
  status: z.literal('ok'),
  /** True when this is the embedded preview API. */
  preview: z.boolean(),
  version: z.string(),
})
