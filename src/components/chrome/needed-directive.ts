import type { ClientDirective } from 'astro'

const SIGNS_OF_USE = ['pointerdown', 'scroll', 'keydown', 'focusin', 'click']

/** Resolves at the first sign of use. */
const untilUsed = (): Promise<void> =>
  new Promise((resolve) => {
    const used = new AbortController()
    const options = { passive: true, signal: used.signal }
    const onUse = () => {
      used.abort()
      resolve()
    }
    for (const sign of SIGNS_OF_USE) addEventListener(sign, onUse, options)
    // Browsers also report a pointer that lies still while a page loads.
    const onMove = ({ movementX, movementY }: PointerEvent) => (movementX || movementY) && onUse()
    addEventListener('pointermove', onMove, options)
  })

/**
 * `client:needed`: an island whose page is complete without it is fetched and hydrated once a script
 * dispatches `needed` on it. With the value `use` the first sign of use needs it too, and an address or
 * a history entry that asks for more than the static page (`listing-first-paint.js`).
 */
// biome-ignore lint/style/noDefaultExport: Astro imports the default export
export default ((load, { value }, island) => {
  const isNeeded = new Promise((resolve) => {
    island.addEventListener('needed', resolve, { once: true })
    if (value === 'use') void untilUsed().then(resolve)
  })
  void self.whenPainted
    .then(() => island.closest('[data-pending], [data-restored]') ?? isNeeded)
    .then(load)
    .then((hydrate) => hydrate())
}) satisfies ClientDirective
