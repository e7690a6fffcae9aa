/** What the build lets through to the pages; a change of any of them asks for a new build. */
const NAMED = ['SITE_URL', 'MEDIA_ORIGIN']

/** The variables that shape the site, sorted by name: `PUBLIC_*` and where site and pictures live. */
export function toBuildEnv(from: Record<string, string | undefined>): Record<string, string> {
  const shaping = Object.entries(from).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      entry[1] !== '' &&
      (NAMED.includes(entry[0]) || entry[0].startsWith('PUBLIC_')),
  )
  return Object.fromEntries(shaping.sort(([a], [b]) => (a < b ? -1 : 1)))
}
