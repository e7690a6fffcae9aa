import { readFileSync } from 'node:fs'

const file = new URL('../../package.json', import.meta.url)

/** The shop's version, from package.json. */
export const version = String(
  (JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version,
)
