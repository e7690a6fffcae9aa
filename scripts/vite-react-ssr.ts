import type { Plugin } from 'vite'

/** The pieces of @astrojs/react's server renderer that are rewritten, each exactly once. */
const REWRITES: readonly (readonly [string, string])[] = [
  // Nothing here suspends: a stream for each of a page's forty small parts only costs time.
  ['if (opts.experimentalDisableStreaming) {', 'if (true) {'],
  ['ReactDOM.renderToString(vnode)', 'renderOnce(Component, newProps, vnode, renderOptions)'],
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

/** Renderings of one component that are kept: icons and the header's islands need far fewer. */
const KEPT = 128

/**
 * What a component makes of words and numbers is kept: header, footer and icons are the same on
 * ten thousand pages. The place on the page belongs to the key, as `useId` makes ids of it.
 */
const RENDER_ONCE = `
const reactComponents = new WeakSet();
const renderings = new WeakMap();
function keyOf(props, { identifierPrefix, formState }) {
  if (formState !== undefined) return undefined;
  let key = String(identifierPrefix);
  for (const name in props) {
    const value = props[name];
    if ((typeof value === "object" && value !== null) || typeof value === "function") return undefined;
    key += JSON.stringify([name, typeof value, String(value)]);
  }
  return key;
}
function renderOnce(Component, props, vnode, options) {
  const key = keyOf(props, options);
  if (key === undefined) return ReactDOM.renderToString(vnode, options);
  let kept = renderings.get(Component);
  if (!kept) renderings.set(Component, (kept = new Map()));
  let html = kept.get(key);
  if (html === undefined) {
    html = ReactDOM.renderToString(vnode, options);
    if (kept.size < ${KEPT}) kept.set(key, html);
  }
  return html;
}
`

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
      return { code: RENDER_ONCE + rewritten, map: null }
    },
  }
}
