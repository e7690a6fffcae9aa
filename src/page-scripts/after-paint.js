// `whenPainted` resolves once the main picture of the page, or its first text if it has none, has
// painted; at once after a press. Islands are fetched then, and style sheets know of it (`data-painted`).
{
  /** Time after which scripts no longer wait for a picture, in milliseconds. */
  const MAX_WAIT_MS = 4_000
  let start
  self.whenPainted = new Promise((resolve) => {
    start = () => {
      document.documentElement.dataset.painted = ''
      resolve()
    }
  })

  // The scripts of the islands with all that they import (src/publish/render/page-modules.ts), at once: from
  // import to import, a slow line would take a round trip for each level.
  void self.whenPainted.then(() => {
    for (const href of document.documentElement.dataset.modules?.split(' ') ?? [])
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      )
  })

  for (const event of ['pointerdown', 'keydown', 'click']) addEventListener(event, start, true)

  const firstPaint = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length) resolve()
    }).observe({ type: 'paint', buffered: true })
  })

  const afterFrames = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 100)))

  const watch = () => {
    setTimeout(start, MAX_WAIT_MS)
    // A hidden page has no paint and no frames.
    if (document.visibilityState === 'hidden') return start()
    const picture = document.querySelector('img[fetchpriority=high]')
    // `decode` settles once the picture is loaded and can be painted. On a busy machine, its pixels reach
    // the screen well after the second frame.
    if (picture) void firstPaint.then(() => picture.decode()).then(afterFrames, afterFrames)
    else void firstPaint.then(start)
  }

  // The icon would be fetched beside the main picture: it is an empty one until then. Without any, the browser would ask
  // for /favicon.ico.
  const delayIcon = () => {
    const icon = document.querySelector('[rel=icon]')
    const { href } = icon
    icon.href = 'data:,'
    void self.whenPainted.then(() => (icon.href = href))
  }

  addEventListener('DOMContentLoaded', () => {
    delayIcon()
    // Until it is shown, a prerendered page runs nothing: it counts no view and calls no API.
    if (document.prerendering) document.addEventListener('prerenderingchange', watch)
    else watch()
  })
}
