import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { REVIEW_LIMITS } from '#src/contract/form-limits.ts'
import { StartupError } from '../../core/startup-error.ts'
import { toProductId } from '../catalog/to-product.ts'
import type { ReviewRow } from '../reviews/tables.ts'

/** Author, stars, day, title and text. */
const seedReview = z.tuple([
  z.string().min(1),
  z.int().min(1).max(5),
  z.iso.date(),
  z.string().min(1).max(REVIEW_LIMITS.title),
  z.string().min(1).max(REVIEW_LIMITS.text),
])

/** Reviews by product slug. */
const seedReviews = z.record(z.string(), z.array(seedReview))
export type SeedReviews = z.output<typeof seedReviews>

const FILE = 'reviews.json'

/**
 * Reads the reviews of a seed folder, if it has any.
 * @throws StartupError that names the error.
 */
export function readReviews(folder: string): SeedReviews {
  const path = join(folder, FILE)
  if (!existsSync(path)) return {}
  try {
    return seedReviews.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    const issue = cause instanceof z.ZodError ? cause.issues[0] : undefined
    const reason = issue ? `${issue.path.join('.')}: ${issue.message}` : 'is not JSON'
    throw new StartupError(`The catalogue cannot be used: ${FILE}: ${reason}.`, { cause })
  }
}

/** Makes rows without an account, equal in every database. */
export const toReviewRows = (reviews: SeedReviews, slugs: string[]): ReviewRow[] =>
  slugs.flatMap((slug) =>
    (reviews[slug] ?? []).map(([author, stars, day, title, text], index) => ({
      id: createHash('sha256').update(`review ${slug} ${index}`).digest('hex').slice(0, 24),
      product_id: toProductId(slug),
      user_id: null,
      author,
      stars,
      title,
      text,
      is_verified_purchase: 0,
      ...({ state: 'approved', reason: '' } as const),
      written_at: Date.parse(`${day}T06:30:00Z`),
    })),
  )
