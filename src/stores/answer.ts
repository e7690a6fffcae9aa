import type { Outcome } from '#src/api-client/outcome.ts'

/** How an attempt of a form ended, in words for its reader. */
export type Answer =
  | { ok: true; message: string }
  /** `field` names what was wrong, as the contract calls it; absent for the form as a whole. */
  | { ok: false; message: string; field?: string | undefined }

interface Words {
  refused: string
  /** For no answer at all; `refused` says it where absent. */
  broke?: string
}

/** Turns the ending of a call into the answer a form shows: the server's words, else ours. */
export function answerOf(
  outcome: Outcome<{ message?: string | undefined }>,
  { refused, broke = refused }: Words,
): Answer {
  switch (outcome.kind) {
    case 'ok':
      return { ok: true, message: outcome.body.message ?? '' }
    case 'rejected':
      return { ok: false, message: outcome.message ?? refused, field: outcome.field }
    case 'failed':
      return { ok: false, message: broke }
  }
}
