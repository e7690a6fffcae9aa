import type { ClientDirective } from 'astro'

/** Ends with the last hydration that was scheduled. */
let last = Promise.resolve()

/** A task of its own, in which the browser has nothing more urgent to do. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in self) requestIdleCallback(() => resolve(), { timeout: 200 })
    else setTimeout(resolve)
  })

/**
 * `client:painted`: once the first view has painted, React is fetched and evaluated, then the islands, and
 * they are hydrated one after the other. Each of these is a task of its own.
 */
// biome-ignore lint/style/noDefaultExport: Astro imports the default export
export default ((load, _options, island) => {
  const importReact = () => import(/* @vite-ignore */ island.getAttribute('renderer-url') ?? '')
  void self.whenPainted
    .then(importReact)
    // Astro tries again, and reports it.
    .catch(() => undefined)
    .then(nextTask)
    .then(load)
    .then((hydrate) => {
      last = last.then(nextTask).then(hydrate).catch(reportError)
    })
}) satisfies ClientDirective
