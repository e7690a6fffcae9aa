import PhotoSwipe from 'photoswipe'
import styleSheet from 'photoswipe/photoswipe.css?url'
import { useEffect } from 'react'
import type { Picture } from '#src/contract/catalog.ts'
import { enlargedUrl, enlargedWidth } from '#src/rules/pictures.ts'
import { arrowLeftIcon, arrowRightIcon, closeIcon, minusIcon, plusIcon } from '#src/ui/icons.ts'

const ZOOM_STEP = 1.5
/** Pixels that an arrow key moves a zoomed picture. */
const PAN_STEP = 80
/** The second click of a double click comes within this time, in milliseconds. */
const DOUBLE_CLICK_MS = 300

const ZOOM_BUTTONS = [
  { name: 'zoomOut', title: 'Zoom out', factor: 1 / ZOOM_STEP, path: minusIcon },
  { name: 'zoomIn', title: 'Zoom in', factor: ZOOM_STEP, path: plusIcon },
]

/** Converts an icon of the shop to the format of PhotoSwipe. */
const toSvg = (path: string): string =>
  `<svg aria-hidden="true" class="pswp__icn" viewBox="-4 -4 32 32" width="32" height="32"><path d="${path}"/></svg>`

/**
 * Returns the level at which a pixel of a picture is one of the screen. A picture that fits the window is shown
 * whole.
 */
const getSharpest = ({ fit }: { fit: number }): number =>
  Math.max(Math.min(fit, 1), 1 / devicePixelRatio)

function toSlide(picture: Picture) {
  const width = enlargedWidth(picture)
  const height = Math.round((picture.height * width) / picture.width)
  return { src: enlargedUrl(picture), width, height, alt: picture.alt }
}

/** Multiplies the zoom level of the current slide, within its limits. */
function multiplyZoom({ currSlide }: PhotoSwipe, factor: number): number {
  if (!currSlide) return 1
  const { min, max } = currSlide.zoomLevels
  return Math.min(max, Math.max(min, currSlide.currZoomLevel * factor))
}

function addZoomButtons(dialog: PhotoSwipe): void {
  for (const { name, title, factor, path } of ZOOM_BUTTONS)
    dialog.ui?.registerElement({
      name,
      title,
      order: 9,
      isButton: true,
      html: toSvg(path),
      onInit: (element) => {
        // A disabled button would lose the focus.
        const update = () => {
          const isEnd = multiplyZoom(dialog, factor) === dialog.currSlide?.currZoomLevel
          element.ariaDisabled = String(isEnd)
        }
        dialog.on('zoomPanUpdate', update)
        dialog.on('change', update)
        dialog.on('openingAnimationEnd', update)
      },
      onClick: () => dialog.zoomTo(multiplyZoom(dialog, factor)),
    })
}

const KEY_FACTORS: Record<string, number> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }
const KEY_MOVES: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: PAN_STEP, y: 0 },
  ArrowRight: { x: -PAN_STEP, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP },
  ArrowDown: { x: 0, y: -PAN_STEP },
}

/**
 * Zooms with plus and minus, and moves a zoomed picture with the arrow keys.
 * @returns whether the key had an effect.
 */
function handleKey(dialog: PhotoSwipe, { key }: KeyboardEvent): boolean {
  const factor = KEY_FACTORS[key]
  const move = KEY_MOVES[key]
  const slide = dialog.currSlide
  if (factor) dialog.zoomTo(multiplyZoom(dialog, factor))
  else if (move && slide && slide.currZoomLevel > slide.zoomLevels.fit)
    slide.panTo(slide.pan.x + move.x, slide.pan.y + move.y)
  else return false
  return true
}

interface Props {
  pictures: Picture[]
  /** Index of the picture that is shown first. */
  start: number
  /** Receives the index of each picture shown. */
  onChange: (index: number) => void
  onClose: () => void
}

/**
 * PhotoSwipe's dialog with the largest rendition of each picture, at most one pixel of the screen for each of
 * its own: buttons, plus and minus, a click, a double tap and two fingers zoom; Escape closes.
 */
export function EnlargedPictures({ pictures, start, onChange, onClose }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once
  useEffect(() => {
    const dialog = new PhotoSwipe({
      dataSource: pictures.map(toSlide),
      index: start,
      mainClass: 'enlarged-pictures',
      bgOpacity: 1,
      showHideAnimationType: 'fade',
      secondaryZoomLevel: getSharpest,
      maxZoomLevel: getSharpest,
      closeSVG: toSvg(closeIcon),
      arrowPrevSVG: toSvg(arrowLeftIcon),
      arrowNextSVG: toSvg(arrowRightIcon),
      wheelToZoom: true,
      imageClickAction: 'zoom',
      tapAction: false,
      zoom: false,
      arrowPrevTitle: 'Previous picture',
      arrowNextTitle: 'Next picture',
    })
    dialog.addFilter('uiElement', (element, { name }) => {
      if (name === 'counter') element.role = 'status'
      return element
    })
    dialog.on('uiRegister', () => addZoomButtons(dialog))
    dialog.on('firstUpdate', () => {
      if (dialog.element) dialog.element.ariaLabel = 'Enlarged picture'
      if (dialog.element) dialog.element.ariaModal = 'true'
    })
    dialog.on('change', () => onChange(dialog.currIndex))
    dialog.on('keydown', (event) => {
      if (!handleKey(dialog, event.originalEvent)) return
      event.preventDefault()
      event.originalEvent.preventDefault()
    })
    let lastClick = -DOUBLE_CLICK_MS
    dialog.on('imageClickAction', (event) => {
      const { timeStamp } = event.originalEvent
      if (timeStamp - lastClick < DOUBLE_CLICK_MS) event.preventDefault()
      lastClick = timeStamp
    })
    dialog.on('destroy', onClose)
    dialog.init()
    return () => {
      if (!dialog.isDestroying) dialog.destroy()
    }
  }, [])
  return <link rel="stylesheet" href={styleSheet} precedence="default" />
}
