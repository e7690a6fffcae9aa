import PhotoSwipe from 'photoswipe'
import styleSheet from 'photoswipe/photoswipe.css?url'
import { useEffect } from 'react'
import type { Picture } from '#src/contract/catalog.ts'
import { largestUrl, renditionWidths } from '#src/rules/pictures.ts'

const KEY_STEP = 1.5

function toSlide(picture: Picture) {
  const width = renditionWidths(picture).at(-1) ?? picture.width
  const height = Math.round((picture.height * width) / picture.width)
  return { src: largestUrl(picture), width, height, alt: picture.alt }
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
 * PhotoSwipe's dialog with the largest rendition of each picture, never beyond the file's own pixels:
 * arrow keys change the picture, Escape closes, plus and minus zoom.
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
      secondaryZoomLevel: 1,
      maxZoomLevel: 1,
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
    dialog.on('firstUpdate', () => {
      if (dialog.element) dialog.element.ariaLabel = 'Enlarged picture'
      if (dialog.element) dialog.element.ariaModal = 'true'
    })
    dialog.on('change', () => onChange(dialog.currIndex))
    dialog.on('keydown', ({ originalEvent: { key } }) => {
      const factor = { '+': KEY_STEP, '=': KEY_STEP, '-': 1 / KEY_STEP }[key]
      if (factor && dialog.currSlide) dialog.zoomTo(dialog.currSlide.currZoomLevel * factor)
    })
    dialog.on('destroy', onClose)
    dialog.init()
    return () => {
      if (!dialog.isDestroying) dialog.destroy()
    }
  }, [])
  return <link rel="stylesheet" href={styleSheet} precedence="default" />
}
