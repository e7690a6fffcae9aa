import { formatPreviewMessage } from '#src/preview/open-preview.ts'
import { brand } from '#src/rules/brand.ts'
import type { ServerEnv } from '#src/server/core/env.ts'

/** The lines that are printed when the shop is open. `duration` is formatted. */
export const formatStartupMessage = (
  env: ServerEnv,
  origin: string,
  duration: string,
): string[] => [
  `${brand.name} is open at ${origin} (ready after ${duration}).`,
  ...formatPreviewMessage(env, origin),
]
