const list = document.querySelector<HTMLElement>('#new-arrivals-list')
const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-scroll]')]
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

// Zoomed pages scroll by fractions of a pixel.
const TOLERANCE_PX = 2

function updateButtons(scroller: HTMLElement): void {
  const maxScroll = scroller.scrollWidth - scroller.clientWidth
  for (const button of buttons) {
    const isLeft = button.dataset['scroll'] === '-1'
    button.disabled = isLeft
      ? scroller.scrollLeft <= TOLERANCE_PX
      : scroller.scrollLeft >= maxScroll - TOLERANCE_PX
  }
}

if (list) {
  for (const button of buttons)
    button.addEventListener('click', () =>
      list.scrollBy({
        left: Number(button.dataset['scroll']) * list.clientWidth * 0.75,
        behavior: reducedMotion.matches ? 'auto' : 'smooth',
      }),
    )
  list.addEventListener('scroll', () => updateButtons(list), { passive: true })
  new ResizeObserver(() => updateButtons(list)).observe(list)
}
