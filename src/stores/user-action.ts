import type { Outcome } from '#src/api-client/call.ts'
import { promptLogin } from './navigation.ts'
import { errorText } from './outcome.ts'
import { $sessionError, currentUser } from './session.ts'
import { toast } from './toasts.ts'

/** The texts of an action that needs a signed-in user. */
export interface ActionTexts {
  signIn: string
  rejected: string
  failed: string
}

/** The action for a visitor: by default it asks to log in. */
type AsVisitor = () => void

function rejectVisitor({ signIn, failed }: ActionTexts, asVisitor?: AsVisitor): void {
  // It is unknown who is signed in. That is a failure, not a visitor.
  if ($sessionError.get() !== null) toast.error(failed)
  else if (asVisitor) asVisitor()
  else promptLogin(signIn)
}

/** Whether a user is signed in; otherwise shows why the action needs one. */
export async function requireUser(texts: ActionTexts, asVisitor?: AsVisitor): Promise<boolean> {
  const user = await currentUser()
  if (!user) rejectVisitor(texts, asVisitor)
  return user !== null
}

/** A quantity has reached its limit, which is not an error. */
export const isLimit = (
  outcome: Outcome<unknown>,
): outcome is Extract<Outcome<unknown>, { kind: 'rejected' }> =>
  outcome.kind === 'rejected' && outcome.field === 'quantity'

/** Shows why an action did not succeed; the session may have ended meanwhile. */
export function toastError(
  outcome: Outcome<unknown>,
  texts: ActionTexts,
  asVisitor?: AsVisitor,
): void {
  const text = errorText(outcome, texts.rejected, texts.failed)
  if (outcome.kind === 'rejected' && outcome.status === 401) rejectVisitor(texts, asVisitor)
  else if (isLimit(outcome)) toast.blank(text)
  else toast.error(text)
}
