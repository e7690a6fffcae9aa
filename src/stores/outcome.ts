import type { Outcome } from '#src/api-client/call.ts'

/**
 * Why a call did not succeed, for its reader.
 * @param rejected the shop's text if the server sends none.
 * @param failed the text if there is no answer that can be read.
 */
export const errorText = (
  outcome: Outcome<unknown>,
  rejected: string,
  failed = rejected,
): string => (outcome.kind === 'rejected' ? (outcome.message ?? rejected) : failed)

/** `field` is the contract's name of the wrong field; absent for the form as a whole. */
export interface FormFailure {
  ok: false
  message: string
  field?: string | undefined
}

/** How a submitted form ended, with the text for its reader. */
export type FormResult = { ok: true; message: string } | FormFailure

export const toFailure = (
  outcome: Outcome<unknown>,
  ...texts: [rejected: string, failed?: string]
): FormFailure => ({
  ok: false,
  message: errorText(outcome, ...texts),
  field: outcome.kind === 'rejected' ? outcome.field : undefined,
})

export const toFormResult = (
  outcome: Outcome<{ message?: string | undefined }>,
  ...texts: [rejected: string, failed?: string]
): FormResult =>
  outcome.kind === 'ok'
    ? { ok: true, message: outcome.body.message ?? '' }
    : toFailure(outcome, ...texts)
