const list = document.querySelector<HTMLElement>('#new-arrivals-list')
const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-scroll]')]
const stillness = matchMedia('(prefers-reduced-motion: reduce)')

// Half a pixel short of the end is the end: zoomed pages scroll by fractions.
const SLACK_PX = 2

function follow(scroller: HTMLElement): void {
  const room = scroller.scrollWidth - scroller.clientWidth
  for (const button of buttons) {
    const left = button.dataset['scroll'] === '-1'
    button.disabled = left
      ? scroller.scrollLeft <= SLACK_PX
      : scroller.scrollLeft >= room - SLACK_PX
  }
}

if (list) {
  for (const button of buttons)
    button.addEventListener('click', () =>
      list.scrollBy({
        left: Number(button.dataset['scroll']) * list.clientWidth * 0.75,
        behavior: stillness.matches ? 'auto' : 'smooth',
      }),
    )
  list.addEventListener('scroll', () => follow(list), { passive: true })
  new ResizeObserver(() => follow(list)).observe(list)
}
