import { CONTACT_STATES } from '#src/contract/values.ts'
import { day, defineList, flag, inMemory, oneOf, pageNumber, text } from '../app/list-state.ts'

/** Filter of the messages that missed a legal deadline. */
export const OVERDUE = 'overdue'
/** Filter of the messages that the user is in charge of. */
export const MINE = 'mine'

/** The state of the list of messages. */
export const MESSAGES = defineList({
  state: oneOf(['', ...CONTACT_STATES], ''),
  [OVERDUE]: flag(),
  [MINE]: flag(),
  /** The messages, or the appointments by day. */
  view: oneOf(['', 'appointments'], ''),
  /** The first day of the appointments; empty for today. */
  week: day(),
  number: text(),
  email: inMemory(text()),
  page: pageNumber(),
})
