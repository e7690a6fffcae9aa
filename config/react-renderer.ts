import react from '@astrojs/react/server.js'
import { LRUCache } from 'lru-cache'

const { renderToStaticMarkup } = react

/** Renderings of one component that are kept: the header has one for each link of the menu. */
const KEPT = 20

/** By component and properties, which are JSON: pages carry them for the browser. */
const htmlByProps = new WeakMap<object, LRUCache<string, string>>()

/** Renders islands that are the same on many pages once: the header and the frame of the page, which have no slots. */
const render: typeof renderToStaticMarkup = async (Component: object, props, slots, metadata) => {
  // Without Astro's state of the page, which would number islands in the order in which they happen to be rendered.
  const renderNow = async () => (await renderToStaticMarkup(Component, props, slots, metadata)).html
  if (!metadata?.hydrate || Object.keys(slots).length > 0) return { html: await renderNow() }
  const known = htmlByProps.get(Component) ?? new LRUCache<string, string>({ max: KEPT })
  htmlByProps.set(Component, known)
  const key = JSON.stringify(props)
  const html = known.get(key) ?? (await renderNow())
  known.set(key, html)
  return { html }
}

/** Calls no component to see whether it is one of React, as @astrojs/react does: on this site all that are not Astro's are. */
const check: typeof react.check = () => Promise.resolve(true)

// biome-ignore lint/style/noDefaultExport: Astro imports the default export.
export default { ...react, check, renderToStaticMarkup: render }
