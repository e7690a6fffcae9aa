/** Scrolls a row of buttons to the chip of a category. */
export function scrollToChip(row: HTMLElement | null, category: string): void {
  const chip = row?.querySelector(`[value="${CSS.escape(category)}"]`)
  if (row && chip) scrollToMiddle(row, chip)
}

/** Scrolls a button to the middle of its row; scrollIntoView would scroll the page, too. */
export function scrollToMiddle(row: HTMLElement, button: Element): void {
  const offset = button.getBoundingClientRect().left - row.getBoundingClientRect().left
  row.scrollLeft += offset - (row.clientWidth - button.clientWidth) / 2
}
