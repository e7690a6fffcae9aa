import type { ContactState } from '#src/contract/values.ts'

export const MESSAGE_STATES: Record<ContactState, string> = {
  new: 'New',
  open: 'Open',
  done: 'Done',
}
