import { z } from 'zod'

/** Body of every error response. `field` is the path of an invalid field of the request body. */
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
  /** True for the embedded preview API. */
  preview: z.boolean(),
  version: z.string(),
})

export const readyResponse = z.object({ status: z.literal('ready') })
