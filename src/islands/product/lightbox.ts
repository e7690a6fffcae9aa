import { type IconName, iconPaths } from '#src/ui/icon-paths.ts'
import { enableZoom } from './zoom.ts'

const SVG = 'http://www.w3.org/2000/svg'

function createButton(icon: IconName, label: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'icon-button'
  button.setAttribute('aria-label', label)
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', 'size-5 fill-none stroke-current')
  svg.setAttribute('stroke-width', '1.5')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', iconPaths[icon])
  svg.append(path)
  button.append(svg)
  button.addEventListener('click', onClick)
  return button
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}

/**
 * Opens a dialog with the largest rendition of a picture: arrow keys change the picture, Escape
 * closes, and the picture can be zoomed. `onChange` receives the index of each picture shown.
 */
export function openLightbox(
  slides: HTMLAnchorElement[],
  start: number,
  onChange: (index: number) => void,
): void {
  let index = start
  const image = create('img', '')
  const count = create('p', 'px-1 text-sm figures')
  count.setAttribute('role', 'status')
  const move = (step: number) => {
    index = (index + step + slides.length) % slides.length
    const slide = slides[index]
    if (!slide) return
    image.src = slide.href
    image.alt = slide.querySelector('img')?.alt ?? ''
    count.textContent = `${index + 1} / ${slides.length}`
    resetZoom()
    if (step !== 0) onChange(index)
  }
  const bar = create('div', 'lightbox-bar', count)
  if (slides.length > 1)
    bar.append(
      createButton('chevron-left', 'Previous picture', () => move(-1)),
      createButton('chevron-right', 'Next picture', () => move(1)),
    )
  const dialog = create('dialog', 'lightbox', create('figure', '', image), bar)
  bar.append(createButton('close', 'Close', () => dialog.close()))
  dialog.setAttribute('aria-label', 'Enlarged picture')
  const resetZoom = enableZoom(image, dialog)
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') move(-1)
    if (key === 'ArrowRight') move(1)
  })
  dialog.addEventListener('close', () => dialog.remove())
  move(0)
  document.body.append(dialog)
  dialog.showModal()
}
