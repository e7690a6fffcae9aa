import type { ClientDirective } from 'astro'

/** Ends with the last hydration that was scheduled. */
let last = Promise.resolve()

/** A task of its own, in which the browser has nothing more urgent to do. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: 200 })
    else setTimeout(resolve)
  })

/**
 * `client:painted`: islands are fetched together once the first view has painted, and hydrated one
 * after the other.
 */
// biome-ignore lint/style/noDefaultExport: Astro imports the default export
export default ((load) => {
  void self.whenPainted.then(load).then((hydrate) => {
    last = last.then(nextTask).then(hydrate).catch(reportError)
  })
}) satisfies ClientDirective
