/**
 * Calls `task` after the current press. An error that appears between pointer down and up would move the control and
 * lose the press.
 */
export function afterPress(task: () => void): void {
  if (document.querySelector(':active'))
    addEventListener('mouseup', () => setTimeout(task), { once: true, capture: true })
  else task()
}
