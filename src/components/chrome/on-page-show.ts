/** Runs `then` each time this page is really seen: loaded, prerendered and shown, or gone back to. */
export function onPageShow(then: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', then, { once: true })
  else then()
  addEventListener('pageshow', (event) => {
    if (event.persisted) then()
  })
}
