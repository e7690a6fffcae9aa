// Scripts and islands are fetched once the main picture of the page, or its first text where it has
// none, has painted; at once after a press. On <html>, `data-scripts="ready"` marks the end.
{
  /** Time after which scripts no longer wait for a picture, in milliseconds. */
  const MAX_WAIT_MS = 4_000
  const root = document.documentElement
  let start
  const started = new Promise((resolve) => {
    start = resolve
  })
  self.whenPainted = started

  for (const event of ['pointerdown', 'keydown', 'click'])
    addEventListener(event, start, { once: true, capture: true, passive: true })

  const afterPaint = () => {
    // A hidden page has no frames. On a busy machine, pixels reach the screen well after the second frame.
    if (document.visibilityState === 'hidden') return start()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 100)))
  }

  const load = async () => {
    await started
    const scripts = [...document.querySelectorAll('script[type=late-module]')]
    await Promise.allSettled(scripts.map(({ dataset }) => import(dataset.src)))
    root.dataset.scripts = 'ready'
    document.dispatchEvent(new Event('scripts-ready'))
  }

  const watch = () => {
    setTimeout(start, MAX_WAIT_MS)
    const picture = document.querySelector('img[fetchpriority=high]')
    // The listing's skeletons end with its script.
    if (document.querySelector('[data-pending]')) start()
    // `decode` settles once the picture is loaded and can be painted.
    if (picture) picture.decode().then(afterPaint, afterPaint)
    else afterPaint()
  }

  document.addEventListener('DOMContentLoaded', () => {
    void load()
    // Until it is shown, a prerendered page runs nothing: it counts no view and calls no API.
    if (document.prerendering)
      document.addEventListener('prerenderingchange', watch, { once: true })
    else watch()
  })
}

// A click before hydration is stored and replayed once its island or the page's scripts handle it.
{
  const pendingControls = new Set()

  const replayOn = (control, target, event) => {
    if (pendingControls.has(control)) return
    pendingControls.add(control)
    control.ariaBusy = 'true'
    const replay = () => {
      pendingControls.delete(control)
      control.ariaBusy = null
      control.click()
    }
    target.addEventListener(event, replay, { once: true })
  }

  document.addEventListener(
    'click',
    (event) => {
      const { isTrusted, target } = event
      const ready = document.documentElement.dataset.scripts
      const control =
        isTrusted &&
        target.closest('button[type=button]:not([popovertarget]), a[data-enlarge], a[data-explore]')
      if (!control) return
      // What is in a slot of an island is static.
      const island = control.closest('astro-slot, astro-island[ssr]')
      if (island?.matches('astro-island')) replayOn(control, island, 'astro:hydrate')
      else if (!ready && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
        event.preventDefault()
        replayOn(control, document, 'scripts-ready')
      }
    },
    true,
  )
}
