import type { TestApp } from '#tools/test-app.ts'

/** The `Cache-Control` of a rendition; a picture that stands in for it has another one. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** Asks for a picture until its rendition is there. */
export async function fetchRendition(
  shop: Pick<TestApp, 'request'>,
  path: string,
): Promise<Response> {
  for (;;) {
    const response = await shop.request(path)
    const isStandIn = response.ok && response.headers.get('cache-control') !== FOREVER
    if (!isStandIn) return response
  }
}
