/** Query parameters of our pages that open something: mailed links carry them. */
const SECRETS = ['token']

/** The address as it may be told to others: no mailed token, no fragment. */
export function urlWithoutSecrets(href: string): string {
  const url = new URL(href)
  for (const name of SECRETS) url.searchParams.delete(name)
  url.hash = ''
  return url.href
}
