/** Goes to another page of this site. */
export function leaveFor(path: string): void {
  if (typeof location !== 'undefined') location.assign(path)
}

/** Goes to another page in place of this one, so that Back does not lead here again. */
export function replaceBy(path: string): void {
  if (typeof location !== 'undefined') location.replace(path)
}
