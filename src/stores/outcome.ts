import type { Outcome } from '#src/api-client/call.ts'

/** The shop's texts where the server sends none. */
export interface ErrorTexts {
  rejected: string
  /** No answer, or none that can be read; `rejected` where absent. */
  failed?: string
}

/** Why a call did not succeed, for its reader. */
export const errorText = (
  outcome: Outcome<unknown>,
  { rejected, failed = rejected }: ErrorTexts,
): string => (outcome.kind === 'rejected' ? (outcome.message ?? rejected) : failed)

/** `field` is the contract's name of the wrong field; absent for the form as a whole. */
export interface FormFailure {
  ok: false
  message: string
  field?: string | undefined
}

/** How a submitted form ended, with the text for its reader. */
export type FormResult = { ok: true; message: string } | FormFailure

export const toFailure = (outcome: Outcome<unknown>, texts: ErrorTexts): FormFailure => ({
  ok: false,
  message: errorText(outcome, texts),
  field: outcome.kind === 'rejected' ? outcome.field : undefined,
})

export const toFormResult = (
  outcome: Outcome<{ message?: string | undefined }>,
  texts: ErrorTexts,
): FormResult =>
  outcome.kind === 'ok'
    ? { ok: true, message: outcome.body.message ?? '' }
    : toFailure(outcome, texts)
