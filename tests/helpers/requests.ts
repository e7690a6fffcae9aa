import type { Page, Request, Route } from '@playwright/test'

/** Delays every request to `url`. @returns a function that lets them continue. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/**
 * Answers the next call, e.g. `POST /auth/signup`, in place of the server. Other calls go on.
 * @param response absent: the connection breaks.
 */
export async function answerNext(
  page: Page,
  call: string,
  response?: Parameters<Route['fulfill']>[0],
): Promise<void> {
  const [method, path] = call.split(' ')
  let answered = false
  await page.route(`**/api${path}`, async (route) => {
    if (answered || route.request().method() !== method) return route.fallback()
    answered = true
    await (response ? route.fulfill(response) : route.abort())
  })
}

/** Records the requests that `filter` accepts, as they are sent, e.g. `POST /api/cart`. */
export function recordRequests(page: Page, filter: (request: Request) => boolean): string[] {
  const recorded: string[] = []
  page.on('request', (request) => {
    if (filter(request)) recorded.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return recorded
}

/** Records the requests that change a cart or a wishlist. */
export const recordChanges = (page: Page): string[] =>
  recordRequests(
    page,
    (request) => request.method() !== 'GET' && /cart|wishlist/.test(request.url()),
  )
