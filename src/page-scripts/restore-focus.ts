// A button that is disabled during its request loses the focus. The focus returns when the button is
// enabled; if it stays disabled, the focus moves to another button of its fieldset.

let lostFocus: HTMLElement | undefined

function findFocusTarget(control: HTMLElement): HTMLElement | null {
  if (!control.matches(':disabled')) return control
  return control.closest('fieldset')?.querySelector<HTMLElement>(':scope > button:enabled') ?? null
}

function handleDisabled(records: MutationRecord[]): void {
  const { activeElement, body } = document
  for (const { target } of records)
    if (target instanceof HTMLElement && target === activeElement && target.matches(':disabled'))
      lostFocus = target
  if (!lostFocus) return
  const hasMoved = activeElement !== null && activeElement !== body && activeElement !== lostFocus
  if (hasMoved || !lostFocus.isConnected) {
    lostFocus = undefined
    return
  }
  const focusTarget = findFocusTarget(lostFocus)
  if (!focusTarget) return
  lostFocus = undefined
  focusTarget.focus({ preventScroll: true })
}

new MutationObserver(handleDisabled).observe(document, {
  subtree: true,
  attributeFilter: ['disabled'],
})
