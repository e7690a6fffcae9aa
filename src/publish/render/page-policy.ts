import { createHash } from 'node:crypto'
import idle from 'astro/client/idle.prebuilt.js'
import load from 'astro/client/load.prebuilt.js'
import media from 'astro/client/media.prebuilt.js'
import only from 'astro/client/only.prebuilt.js'
import developmentIsland from 'astro/runtime/server/astro-island.prebuilt-dev.js'

/** Inline scripts that Astro allows but no page has: unused directives, and the script of `astro dev`. */
const UNUSED = [idle, load, media, only, developmentIsland].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)

/**
 * Removes the hashes of unused scripts from the policy that Astro made of a page. Each hash is 54 bytes, and the HTML
 * of a listing with its headers just fits the first round trip of a connection.
 */
export const dropUnusedHashes = (policy: string): string =>
  UNUSED.reduce((rest, hash) => rest.replace(` ${hash}`, ''), policy)
