/** Runs `handler` once the page and its pictures are loaded. */
export function onLoad(handler: () => void): void {
  if (document.readyState === 'complete') handler()
  else addEventListener('load', handler, { once: true })
}
