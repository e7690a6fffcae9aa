import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { brand } from '#src/rules/brand.ts'
import { productPath } from '#src/rules/paths.ts'
import { ProductCard } from '#src/ui/ProductCard.tsx'
import { request } from '../api.ts'
import type { FormValues } from '../form/form-schema.ts'
import { toPreviewEntry } from './preview-entry.ts'

/** A pause in typing after which the preview is rendered. */
const PAUSE_MS = 120

const VIEWS = ['Phone', 'Desktop', 'Card', 'Search result'] as const

/** The page as the publisher renders it, a moment after each change of the form. */
function usePreview(id: string | undefined) {
  const { getValues, subscribe } = useFormContext<FormValues>()
  const [entry, setEntry] = useState(() => toPreviewEntry(getValues()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(() => setEntry(toPreviewEntry(getValues())), PAUSE_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [getValues, subscribe])
  return useQuery({
    queryKey: ['POST /editor/preview', id, entry],
    queryFn: () =>
      request('POST /editor/preview', { body: { entry, ...(id === undefined ? {} : { id }) } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

export function PreviewPanel({ id }: { id: string | undefined }) {
  const { data: preview, error } = usePreview(id)
  const [view, setView] = useState<(typeof VIEWS)[number]>('Phone')
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="m-0 flex flex-wrap gap-1">
        <legend className="sr-only">What is previewed</legend>
        {VIEWS.map((choice) => (
          <label
            key={choice}
            className="flex min-h-10 cursor-pointer items-center border border-transparent px-3 text-sm has-checked:border-edge has-checked:bg-surface has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="preview"
              className="sr-only"
              checked={view === choice}
              onChange={() => setView(choice)}
            />
            {choice}
          </label>
        ))}
      </fieldset>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error.message}
        </p>
      )}
      {(view === 'Phone' || view === 'Desktop') && (
        <PreviewFrame html={preview?.html} width={view === 'Phone' ? 390 : 1280} />
      )}
      {preview && view === 'Card' && (
        // The links of a card lead away from the form.
        <div inert className="w-full max-w-xs border border-line p-6">
          <ProductCard product={preview.item} sizes="320px" priority />
        </div>
      )}
      {preview && view === 'Search result' && (
        <div className="flex max-w-xl flex-col gap-1 border border-line p-6">
          <p className="truncate text-sm text-muted">
            {location.host}
            {productPath(preview.item.slug)}
          </p>
          <p className="truncate text-lg text-accent">
            {preview.title} · {brand.name}
          </p>
          <p className="line-clamp-2 text-sm">{preview.description}</p>
        </div>
      )}
    </div>
  )
}

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
function PreviewFrame({ html, width }: Props) {
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
