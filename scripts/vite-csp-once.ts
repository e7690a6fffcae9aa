import type { Plugin } from 'vite'

/** What is rewritten of Astro's hashing: its beginning and its end. */
const REWRITES: readonly (readonly [string, string])[] = [
  [
    'const hashBuffer = await crypto.subtle.digest(algorithm, encoder.encode(data));',
    `const known = digests.get(algorithm + data);
  if (known !== undefined) return known;
  const hashBuffer = await crypto.subtle.digest(algorithm, encoder.encode(data));`,
  ],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    'return `${ALGORITHMS[algorithm]}${hash}`;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    'const digest = `${ALGORITHMS[algorithm]}${hash}`; if (digests.size < 64) digests.set(algorithm + data, digest); return digest;',
  ],
]

/**
 * Keeps the hashes of a page's inline styles and scripts, which are the same on every page: a
 * build asks the system's thread pool for each of them on each page.
 * @throws Error when Astro no longer reads as this expects.
 */
export function digestOnce(): Plugin {
  return {
    name: 'kairavi:digest-once',
    transform(code, id) {
      if (!/\/astro\/dist\/core\/encryption\.js(?:$|\?)/.test(id)) return null
      const rewritten = REWRITES.reduce((text, [from, to]) => {
        if (text.split(from).length !== 2)
          throw new Error(`astro changed, scripts/vite-csp-once.ts must follow: ${from}`)
        return text.replace(from, () => to)
      }, code)
      return { code: `const digests = new Map();\n${rewritten}`, map: null }
    },
  }
}
