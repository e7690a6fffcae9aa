/** Goes to another page of this site. */
export function leaveFor(path: string): void {
  if (typeof location !== 'undefined') location.assign(path)
}
