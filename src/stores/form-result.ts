import type { Outcome } from '#src/api-client/outcome.ts'

/** How a submitted form ended, with the text for its reader. */
export type FormResult =
  | { ok: true; message: string }
  /** `field` is the contract's name of the wrong field; absent for the form as a whole. */
  | { ok: false; message: string; field?: string | undefined }

/** The shop's texts where the server sends none. */
export interface Fallbacks {
  rejected: string
  /** No answer, or none that can be read; `rejected` where absent. */
  failed?: string
}

export function toFormResult(
  outcome: Outcome<{ message?: string | undefined }>,
  { rejected, failed = rejected }: Fallbacks,
): FormResult {
  switch (outcome.kind) {
    case 'ok':
      return { ok: true, message: outcome.body.message ?? '' }
    case 'rejected':
      return { ok: false, message: outcome.message ?? rejected, field: outcome.field }
    case 'failed':
      return { ok: false, message: failed }
  }
}
