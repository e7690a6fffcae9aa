const INJECTED = /__insertCSS\("(?:[^"\\]|\\.)*"\);?/

/**
 * Takes the style sheet out of sonner's module: it injects a `<style>` at run time, which the
 * content policy refuses. The island imports `sonner/dist/styles.css` instead.
 * @throws Error when a new release of sonner no longer looks as expected.
 */
export const sonnerCss = () => ({
  name: 'kairavi:sonner-css',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!/\/node_modules\/sonner\/dist\/index\.mjs(?:\?|$)/.test(id)) return undefined
    if (!INJECTED.test(code))
      throw new Error(
        'sonner no longer calls __insertCSS("…"): look at its dist/index.mjs and mend scripts/vite-sonner-css.ts.',
      )
    return { code: code.replace(INJECTED, ''), map: null }
  },
})
