import { type IconName, iconPaths } from '#src/ui/icon-paths.ts'

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

/** Position and size of a zoomed picture, in pixels relative to where it lies unzoomed. */
export interface View {
  scale: number
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

export const UNZOOMED: View = { scale: 1, x: 0, y: 0 }

const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max)

/** The view within its bounds: the picture always covers its place. */
function clampView({ scale, x, y }: View, { width, height }: Size): View {
  return {
    scale,
    x: clamp(x, width * (1 - scale), 0),
    y: clamp(y, height * (1 - scale), 0),
  }
}

/**
 * Zooms so that the point under the pointer stays there.
 * @param point relative to the unzoomed picture's corner.
 * @param max the scale at which the file has as many pixels as the picture.
 */
export function zoomAt(
  view: View,
  scale: number,
  point: { x: number; y: number },
  { size, max }: { size: Size; max: number },
): View {
  const next = clamp(scale, 1, Math.max(1, max))
  const ratio = next / view.scale
  return clampView(
    {
      scale: next,
      x: point.x - (point.x - view.x) * ratio,
      y: point.y - (point.y - view.y) * ratio,
    },
    size,
  )
}

export const moveBy = (view: View, dx: number, dy: number, size: Size): View =>
  clampView({ ...view, x: view.x + dx, y: view.y + dy }, size)

/** Movement in pixels up to which a press is a tap. */
const TAP_PX = 8
const DOUBLE_TAP_MS = 320
const WHEEL_STEP = 1.0015
const KEY_STEP = 1.5

/**
 * Makes a picture zoomable: by a click or double tap at the pointer, wheel, pinch, plus and minus; a
 * drag moves it. Never beyond the file's own pixels.
 * @returns a function that shows the picture unzoomed.
 */
function enableZoom(image: HTMLImageElement, keys: HTMLElement): () => void {
  let view = UNZOOMED
  const pointers = new Map<number, { x: number; y: number }>()
  let moved = 0
  let lastTapAt = 0

  const bounds = () => {
    const size = { width: image.offsetWidth, height: image.offsetHeight }
    return { size, max: image.naturalWidth / Math.max(1, size.width) }
  }
  const show = (next: View) => {
    view = next
    const { scale, x, y } = view
    image.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
    image.toggleAttribute('data-zoomed', scale > 1)
  }
  const toPoint = (clientX: number, clientY: number) => {
    const { left, top } = image.getBoundingClientRect()
    return { x: clientX - left + view.x, y: clientY - top + view.y }
  }
  const zoomTo = (scale: number, clientX: number, clientY: number) =>
    show(zoomAt(view, scale, toPoint(clientX, clientY), bounds()))
  const toggle = (clientX: number, clientY: number) =>
    zoomTo(view.scale > 1 ? 1 : bounds().max, clientX, clientY)

  image.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    if (pointers.size === 0) moved = 0
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    image.setPointerCapture(event.pointerId)
  })
  image.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, now)
    const [dx, dy] = [now.x - before.x, now.y - before.y]
    moved += Math.hypot(dx, dy)
    if (!other) return show(moveBy(view, dx, dy, bounds().size))
    const distance = (from: { x: number; y: number }) =>
      Math.max(1, Math.hypot(from.x - other.x, from.y - other.y))
    const ratio = distance(now) / distance(before)
    zoomTo(view.scale * ratio, (now.x + other.x) / 2, (now.y + other.y) / 2)
  })
  image.addEventListener('pointerup', (event) => {
    const isTap = pointers.delete(event.pointerId) && pointers.size === 0 && moved < TAP_PX
    if (!isTap) return
    const isDouble = event.timeStamp - lastTapAt < DOUBLE_TAP_MS
    lastTapAt = isDouble ? 0 : event.timeStamp
    if (event.pointerType === 'mouse' || isDouble) toggle(event.clientX, event.clientY)
  })
  image.addEventListener('pointercancel', ({ pointerId }) => pointers.delete(pointerId))
  image.addEventListener('dragstart', (event) => event.preventDefault())
  image.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      zoomTo(view.scale * WHEEL_STEP ** -event.deltaY, event.clientX, event.clientY)
    },
    { passive: false },
  )
  keys.addEventListener('keydown', ({ key }) => {
    const factor = { '+': KEY_STEP, '=': KEY_STEP, '-': 1 / KEY_STEP }[key]
    if (factor === undefined) return
    const { left, top, width, height } = image.getBoundingClientRect()
    zoomTo(view.scale * factor, left + width / 2, top + height / 2)
  })
  return () => show(UNZOOMED)
}
