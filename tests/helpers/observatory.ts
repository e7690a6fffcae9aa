/** The sources of a directive, or of `default-src` as its fallback. */
function getSources(policy: string, name: string): string[] {
  const find = (directive: string) =>
    new RegExp(`(?:^|;)\\s*${directive} ([^;]+)`).exec(policy)?.[1]?.trim().split(/\s+/)
  return find(name) ?? find('default-src') ?? ['*']
}

const WILDCARDS = ['*', 'http:', 'https:', 'data:', 'blob:', "'unsafe-inline'"]

/** MDN Observatory's rows for content-security-policy that can occur here. */
function getPolicyScore(policy: string | undefined): number {
  if (policy === undefined) return -25
  const scripts = getSources(policy, 'script-src')
  if (scripts.some((source) => WILDCARDS.includes(source))) return -20
  if (policy.includes("'unsafe-eval'")) return -10
  if (getSources(policy, 'style-src').includes("'unsafe-inline'")) return 0
  return /(?:^|;\s*)default-src 'none'/.test(policy) ? 10 : 5
}

const STRICT_REFERRER =
  /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/

/**
 * The score that MDN Observatory's public table (developer.mozilla.org/en-US/observatory/docs/
 * tests_and_scoring) gives to the headers of a page without cookies. 100 and more is an A+.
 */
export function getObservatoryScore(headers: Record<string, string | undefined>): number {
  const policy = headers['content-security-policy']
  const framed = /frame-ancestors 'none'/.test(policy ?? '')
  const hsts = /max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1]
  const parts = {
    policy: getPolicyScore(policy),
    referrer: STRICT_REFERRER.test(headers['referrer-policy'] ?? '') ? 5 : 0,
    framing: framed ? 5 : -20,
    nosniff: headers['x-content-type-options'] === 'nosniff' ? 0 : -5,
    hsts: Number(hsts ?? 0) >= 15_768_000 ? 0 : -20,
    resource: headers['cross-origin-resource-policy'] === 'same-origin' ? 10 : 0,
    opener: /^same-origin/.test(headers['cross-origin-opener-policy'] ?? '') ? 10 : 0,
    sharing: headers['access-control-allow-origin'] === '*' ? -50 : 0,
  }
  return Object.values(parts).reduce((sum, part) => sum + part, 100)
}
