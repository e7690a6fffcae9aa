// A button that is disabled while its request runs loses the focus, and the keyboard its place.
// Both come back with the button; where it stays disabled, a button beside it takes them.

let lost: HTMLElement | undefined

function holder(control: HTMLElement): HTMLElement | null {
  if (!control.matches(':disabled')) return control
  return control.closest('fieldset')?.querySelector<HTMLElement>(':scope > button:enabled') ?? null
}

function look(changes: MutationRecord[]): void {
  const { activeElement, body } = document
  for (const { target } of changes)
    if (target instanceof HTMLElement && target === activeElement && target.matches(':disabled'))
      lost = target
  if (!lost) return
  const movedOn = activeElement !== null && activeElement !== body && activeElement !== lost
  if (movedOn || !lost.isConnected) {
    lost = undefined
    return
  }
  const next = holder(lost)
  if (!next) return
  lost = undefined
  next.focus({ preventScroll: true })
}

new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ['disabled'] })
