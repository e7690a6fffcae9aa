import { type IconName, iconPaths } from '#src/ui/icon-paths.ts'

const SVG = 'http://www.w3.org/2000/svg'

function button(icon: IconName, label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'icon-button'
  made.setAttribute('aria-label', label)
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', 'size-5 fill-none stroke-current')
  svg.setAttribute('stroke-width', '1.5')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', iconPaths[icon])
  svg.append(path)
  made.append(svg)
  made.addEventListener('click', press)
  return made
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  made.append(...children)
  return made
}

/**
 * Shows the largest rendition of a picture over the whole window; arrows turn over, a press looks
 * closer, Escape closes. `onTurn` is told of each picture shown.
 */
export function openLightbox(
  slides: HTMLAnchorElement[],
  start: number,
  onTurn: (place: number) => void,
): void {
  let place = start
  const image = create('img', '')
  const count = create('p', 'px-1 text-sm figures')
  count.setAttribute('role', 'status')
  const turn = (step: number) => {
    place = (place + step + slides.length) % slides.length
    const slide = slides[place]
    if (!slide) return
    image.src = slide.href
    image.alt = slide.querySelector('img')?.alt ?? ''
    count.textContent = `${place + 1} / ${slides.length}`
    dialog.removeAttribute('data-close-up')
    if (step !== 0) onTurn(place)
  }
  const bar = create('div', 'zoom-bar', count)
  if (slides.length > 1)
    bar.append(
      button('chevron-left', 'Previous picture', () => turn(-1)),
      button('chevron-right', 'Next picture', () => turn(1)),
    )
  const dialog = create('dialog', 'zoom', create('figure', '', image), bar)
  bar.append(button('close', 'Close', () => dialog.close()))
  dialog.setAttribute('aria-label', 'Enlarged picture')
  image.addEventListener('click', () => dialog.toggleAttribute('data-close-up'))
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  })
  dialog.addEventListener('close', () => dialog.remove())
  turn(0)
  document.body.append(dialog)
  dialog.showModal()
}
