import { formatPreviewMessage } from '#src/preview/open-preview.ts'
import { brand } from '#src/rules/brand.ts'
import { STUDIO_PATH } from '#src/rules/paths.ts'
import type { ServerEnv } from '#src/server/core/env.ts'

/**
 * Formats the lines that are printed when the shop is open.
 * @param duration formatted.
 */
export const formatStartupMessage = (
  env: ServerEnv,
  origin: string,
  duration: string,
): string[] => [
  `${brand.name} is open at ${origin} (ready after ${duration}).`,
  `Editors work at ${origin}${STUDIO_PATH}.`,
  ...formatPreviewMessage(env, origin),
]
