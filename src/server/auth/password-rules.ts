import { Refused } from '../http/refused.ts'

/** Longest password, in code points. */
const MOST = 128

/** @throws Refused 400 saying which rule the password breaks, at `field`. */
export function assertGoodPassword(
  password: string,
  given: { min: number; about: { name: string; email: string }; field?: string },
): void {
  const field = given.field ?? 'password'
  const length = [...password.normalize('NFC')].length
  if (length < given.min)
    throw new Refused(400, `Please use at least ${given.min} characters.`, { field })
  if (length > MOST) throw new Refused(400, `Please use at most ${MOST} characters.`, { field })
}
