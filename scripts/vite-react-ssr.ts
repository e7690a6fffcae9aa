import type { Plugin } from 'vite'

/** The pieces of @astrojs/react's server renderer that are rewritten, each exactly once. */
const REWRITES: readonly (readonly [string, string])[] = [
  // Nothing here suspends: a stream for each of a page's forty small parts only costs time.
  ['if (opts.experimentalDisableStreaming) {', 'if (true) {'],
  ['ReactDOM.renderToString(vnode)', 'ReactDOM.renderToString(vnode, renderOptions)'],
  // What was a React component once is one on the next page, too; and looking must not count as
  // rendering, or the ids on a page would depend on which pages came before it.
  [
    'if (typeof Component !== "function") return false;',
    'if (typeof Component !== "function") return false;\n  if (reactComponents.has(Component)) return true;',
  ],
  [
    'await renderToStaticMarkup.call(this, Tester, props, children);\n  return isReactComponent;',
    'await renderToStaticMarkup.call(undefined, Tester, props, children);\n  if (isReactComponent) reactComponents.add(Component);\n  return isReactComponent;',
  ],
]

/**
 * Renders React on pages in one go instead of through streams, which a build of ten thousand pages
 * would spend a third of its time on.
 * @throws Error when @astrojs/react no longer reads as this expects.
 */
export function reactInOneGo(): Plugin {
  return {
    name: 'kairavi:react-in-one-go',
    transform(code, id) {
      if (!/@astrojs\/react\/dist\/server\.js(?:$|\?)/.test(id)) return null
      const rewritten = REWRITES.reduce((text, [from, to]) => {
        if (text.split(from).length !== 2)
          throw new Error(`@astrojs/react changed, scripts/vite-react-ssr.ts must follow: ${from}`)
        return text.replace(from, () => to)
      }, code)
      return { code: `const reactComponents = new WeakSet();\n${rewritten}`, map: null }
    },
  }
}
