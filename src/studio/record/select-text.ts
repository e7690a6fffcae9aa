/**
 * Selects a word in a field that has the focus.
 * @param near what stands before the word and the word, as the page has it. A field that does not have it, e.g. with a
 *   token, has the word selected where it stands once.
 */
export function selectText(control: Element | null, word: string, near: string): void {
  const isInput = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
  const text = isInput ? control.value : (control?.textContent ?? '')
  const found = text.includes(near) ? near : word
  if (word === '' || text.split(found).length !== 2) return
  const end = text.indexOf(found) + found.length
  const start = end - word.length
  if (isInput) control.setSelectionRange(start, end)
  else if (control) selectInTextNodes(control, start, end)
}

function selectInTextNodes(parent: Node, start: number, end: number): void {
  const range = document.createRange()
  const nodes = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT)
  for (let offset = 0, node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const next = offset + (node as Text).length
    if (start >= offset && start < next) range.setStart(node, start - offset)
    if (end > offset && end <= next) range.setEnd(node, end - offset)
    offset = next
  }
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
}
