import { useEffect, useRef, useState } from 'react'

/** A blank page with the policy of the shop's pages, which may be shown in a frame of the studio. */
const BLANK_PAGE = '/studio/preview'

interface Props {
  /** The whole page; undefined before the first is rendered. */
  html: string | undefined
  /** Width of the window that is shown, in pixels. */
  width: number
}

/** Writes the page into the frame; after that, only what a product changes. */
function showPage(frame: HTMLIFrameElement, html: string): void {
  const page = frame.contentDocument
  if (!page) return
  const shown = page.querySelector('main')
  if (!shown) {
    page.open()
    page.write(html)
    page.close()
    return
  }
  const next = new DOMParser().parseFromString(html, 'text/html')
  const main = next.querySelector('main')
  if (main) shown.replaceWith(page.adoptNode(main))
  page.title = next.title
}

/** The page at the width of a phone or a desk, scaled to the room that there is. */
export function PreviewFrame({ html, width }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const [roomWidth, setRoomWidth] = useState(width)

  useEffect(() => {
    const { current } = room
    if (!current) return
    const observer = new ResizeObserver(([entry]) =>
      setRoomWidth(entry?.contentRect.width ?? width),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [width])

  useEffect(() => {
    if (isReady && html !== undefined && frame.current) showPage(frame.current, html)
  }, [html, isReady])

  const scale = Math.min(1, roomWidth / width)
  return (
    <div
      ref={room}
      className="h-[min(46rem,calc(100dvh-14rem))] min-h-96 overflow-hidden border border-line bg-surface"
    >
      <iframe
        ref={frame}
        title="Preview of the page"
        src={BLANK_PAGE}
        className="mx-auto block origin-top-left bg-page"
        style={{
          width: `${width}px`,
          height: `${100 / scale}%`,
          transform: `scale(${scale})`,
          marginInlineStart: scale === 1 ? 'auto' : 0,
        }}
        onLoad={() => setReady(true)}
      />
    </div>
  )
}
