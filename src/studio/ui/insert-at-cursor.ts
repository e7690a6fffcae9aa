/** Types a text where the cursor of a field is or was. */
export function insertAtCursor(
  field: HTMLInputElement | HTMLTextAreaElement,
  text: string,
): boolean {
  const { selectionStart, selectionEnd } = field
  field.focus()
  field.setRangeText(text, selectionStart ?? 0, selectionEnd ?? 0, 'end')
  return field.dispatchEvent(new Event('input', { bubbles: true }))
}
