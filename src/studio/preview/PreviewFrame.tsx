import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { PressContext, readPressedPart } from '../record/find-field.ts'

/** A pause in typing after which the preview is rendered. */
const PAUSE_MS = 120

/** A blank page with the policy of the shop's pages, which may be shown in a frame of the studio. */
const BLANK_PAGE = '/studio/preview'

interface Props {
  /** The whole page; undefined before the first is rendered. */
  html: string | undefined
  /** Path of the page, from which a listing reads its category; by default the studio's address. */
  path?: string | undefined
  /** Width of the window that is shown, in pixels. */
  width: number
  /** A mail has inline styles, which the policy of the shop's pages refuses; the studio's allows them. */
  isMail?: boolean
}

/** The page without what is in `main`, e.g. its header. */
const toSurroundings = (html: string): string => html.replace(/<main[\s\S]*<\/main>/, '')

/** Writes the page into the frame, or only its main part where that is all that differs from `before`. */
function showPage(frame: HTMLIFrameElement, html: string, before: string, path?: string): void {
  const page = frame.contentDocument
  if (!page) return
  const shown = page.querySelector('main')
  if (!shown || toSurroundings(before) !== toSurroundings(html)) {
    const view = frame.contentWindow
    const scrollY = view?.scrollY ?? 0
    page.open()
    if (path !== undefined) view?.history.replaceState(null, '', path)
    page.write(html)
    page.close()
    // Its pictures may come late: who has scrolled meanwhile stays there.
    view?.addEventListener('load', () => {
      if (view.scrollY === 0) view.scrollTo(0, scrollY)
    })
    return
  }
  const next = new DOMParser().parseFromString(html, 'text/html')
  const main = next.querySelector('main')
  if (main) shown.replaceWith(page.adoptNode(main))
  page.title = next.title
}

/** The page at the width of a phone or a desk, scaled to the width that there is. */
export function PreviewFrame({ html, path, width, isMail = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const shownHtml = useRef('')
  const container = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const [containerWidth, setContainerWidth] = useState(width)

  useEffect(() => {
    const { current } = container
    if (!current) return
    const observer = new ResizeObserver(([entry]) =>
      setContainerWidth(entry?.contentRect.width ?? width),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [width])

  useEffect(() => {
    if (isMail || !isReady || html === undefined || !frame.current) return
    showPage(frame.current, html, shownHtml.current, path)
    shownHtml.current = html
  }, [html, isMail, isReady, path])

  const onPress = useContext(PressContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is written ends the listeners of its window
  useEffect(() => {
    const page = frame.current?.contentWindow
    if (isMail || !isReady || !page || !onPress) return
    const handlePress = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      onPress(readPressedPart(event.target as Element))
    }
    page.addEventListener('click', handlePress, true)
    return () => page.removeEventListener('click', handlePress, true)
  }, [html, isMail, isReady, onPress])

  const scale = Math.min(1, containerWidth / width)
  return (
    <>
      {!isMail && (
        <p className="text-sm text-muted">A press on a text or a picture leads to its field.</p>
      )}
      <div
        ref={container}
        className="h-[min(46rem,calc(100dvh-14rem))] min-h-96 overflow-hidden border border-line bg-surface"
      >
        <iframe
          ref={frame}
          title="Preview of the page"
          {...(isMail ? { sandbox: '', srcDoc: html } : { src: BLANK_PAGE })}
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
    </>
  )
}

/** Widths of the windows in which a page is shown, in pixels. */
export const PAGE_WIDTHS = { Phone: 390, Desktop: 1280 } as const

interface ChoiceProps<View extends string> {
  views: readonly View[]
  view: View
  onChange: (view: View) => void
}

export const PreviewChoice = <View extends string>({
  views,
  view,
  onChange,
}: ChoiceProps<View>) => (
  <fieldset className="m-0 flex flex-wrap gap-1">
    <legend className="sr-only">What is previewed</legend>
    {views.map((choice) => (
      <label
        key={choice}
        className="flex min-h-10 cursor-pointer items-center border border-transparent px-3 text-sm has-checked:border-edge has-checked:bg-surface has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
      >
        <input
          type="radio"
          name="preview"
          className="sr-only"
          checked={view === choice}
          onChange={() => onChange(choice)}
        />
        {choice}
      </label>
    ))}
  </fieldset>
)

/** Returns a value that is made of the form, a moment after each change of the form. */
export function useDebouncedValues<Values extends FieldValues, Made>(
  make: (values: Values) => Made,
): Made {
  const { getValues, subscribe } = useFormContext<Values>()
  const [made, setMade] = useState(() => make(getValues()))
  const update = useEffectEvent(() => setMade(make(getValues())))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(update, PAUSE_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [subscribe])
  return made
}
