// `whenPainted` resolves once the main picture of the page, or its first text where it has none, has
// painted; at once after a press. Islands are fetched then.
{
  /** Time after which scripts no longer wait for a picture, in milliseconds. */
  const MAX_WAIT_MS = 4_000
  let start
  self.whenPainted = new Promise((resolve) => {
    start = resolve
  })

  for (const event of ['pointerdown', 'keydown', 'click'])
    addEventListener(event, start, { once: true, capture: true, passive: true })

  const afterPaint = () => {
    // A hidden page has no frames. On a busy machine, pixels reach the screen well after the second frame.
    if (document.visibilityState === 'hidden') return start()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 100)))
  }

  const watch = () => {
    setTimeout(start, MAX_WAIT_MS)
    const picture = document.querySelector('img[fetchpriority=high]')
    // `decode` settles once the picture is loaded and can be painted.
    if (picture) picture.decode().then(afterPaint, afterPaint)
    else afterPaint()
  }

  document.addEventListener('DOMContentLoaded', () => {
    // Until it is shown, a prerendered page runs nothing: it counts no view and calls no API.
    if (document.prerendering)
      document.addEventListener('prerenderingchange', watch, { once: true })
    else watch()
  })
}
