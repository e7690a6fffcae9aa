import type { ReviewState } from '#src/contract/values.ts'

export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  pending: 'To read',
  approved: 'Approved',
  rejected: 'Rejected',
}
