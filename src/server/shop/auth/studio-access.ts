import { hasRight } from '#src/contract/values.ts'
import type { Caller } from '../../core/http/mount.ts'

/** `edit` has the links to the forms of pages, too. */
type StudioAccess = 'edit' | 'use' | 'none'

/** Returns what a caller may open of the studio. */
export function getStudioAccess(caller: Caller | null): StudioAccess {
  if (!caller || !hasRight(caller.role, 'studio')) return 'none'
  return hasRight(caller.role, 'catalogue') ? 'edit' : 'use'
}
