/**
 * Calls `task`, during a press once it is over: an error that appears between pointer down and up moves the
 * control that is pressed, and the press is lost.
 */
export function afterPress(task: () => void): void {
  if (document.querySelector(':active'))
    addEventListener('mouseup', () => setTimeout(task), { once: true, capture: true })
  else task()
}
