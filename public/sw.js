// What is needed to browse without a connection: hashed files, and the pages that were seen.
// Never an answer of the API. `__BUILD__` is replaced when a release is published, so that every
// release installs a worker of its own.
const BUILD = '__BUILD__'
const PAGES = `kairavi-pages-${BUILD}`
const ASSETS = 'kairavi-assets'
const OFFLINE = '/offline'
const SEARCH_INDEX = '/search-index.json'
const MOST_PAGES = 60
const MOST_ASSETS = 240

/** Hashed files that a page's HTML names, e.g. its style sheet and fonts. */
const assetsIn = (html) => [...new Set(html.match(/\/_astro\/[\w./-]+\.(?:css|js|woff2)/g) ?? [])]

/** Keeps a page and the assets that it names. */
async function keepPage(path, response) {
  const [pages, assets] = await Promise.all([caches.open(PAGES), caches.open(ASSETS)])
  const html = await response.clone().text()
  await Promise.all([
    pages.put(path, response),
    ...assetsIn(html).map(async (url) => (await assets.match(url)) ?? assets.add(url)),
  ])
}

async function keepOfflinePage() {
  const response = await fetch(OFFLINE, { cache: 'reload' })
  if (!response.ok) throw new Error(`${OFFLINE} answered ${response.status}`)
  await keepPage(OFFLINE, response)
}

/** Keeps the pages that were opened without this worker, e.g. the first one of a first visit. */
async function keepOpenPages() {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const paths = new Set(open.map(({ url }) => new URL(url).pathname))
  for (const path of paths) {
    const response = await fetch(path)
    if (mayKeep(response)) await keepPage(path, response)
  }
}

async function dropOldPages() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('kairavi-pages-') && name !== PAGES)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Keeps the cache small: what was put in first goes first. */
async function keep(name, request, response, most) {
  const cache = await caches.open(name)
  await cache.put(request, response)
  const kept = await cache.keys()
  const extra = kept.filter(({ url }) => !url.endsWith(OFFLINE)).slice(0, kept.length - most)
  await Promise.all(extra.map((request) => cache.delete(request)))
}

async function asset(event) {
  const cached = await caches.match(event.request)
  if (cached) return cached
  const response = await fetch(event.request)
  if (response.status === 200)
    event.waitUntil(
      keep(ASSETS, event.request, response.clone(), MOST_ASSETS).catch(() => undefined),
    )
  return response
}

const mayKeep = (response) =>
  response.status === 200 &&
  !response.redirected &&
  !/no-store|private/.test(response.headers.get('cache-control') ?? '')

async function page(event) {
  try {
    const response = await fetch(event.request)
    // `/store?category=bags` is answered with the page of `/shop/bags`.
    const path = response.headers.get('content-location') ?? new URL(event.request.url).pathname
    if (mayKeep(response))
      event.waitUntil(keep(PAGES, path, response.clone(), MOST_PAGES).catch(() => undefined))
    return response
  } catch (error) {
    // A page varies by Accept (products are also Markdown); only its HTML is kept.
    const cached =
      (await caches.match(event.request, { ignoreSearch: true, ignoreVary: true })) ??
      (await caches.match(OFFLINE))
    if (cached) return cached
    throw error
  }
}

// Chromium hands a request to the worker from the page, which is gone by then when the request is sent on
// leaving: it was lost. What the worker never answers goes to the network without it.
const ROUTES = [
  { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((requestMethod) => ({
    condition: { requestMethod },
    source: 'network',
  })),
]

self.addEventListener('install', (event) => {
  // Other browsers have no static routes, and lose no such request.
  event.addRoutes?.(ROUTES).catch(() => undefined)
  event.waitUntil(Promise.all([keepOfflinePage(), keepOpenPages().catch(() => undefined)]))
})
self.addEventListener('activate', (event) => event.waitUntil(dropOldPages()))
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // Previews of launches are not stored, and need no offline page.
  if (/^\/(?:api|preview)\//.test(pathname)) return
  if (pathname.startsWith('/_astro/')) event.respondWith(asset(event))
  else if (request.mode === 'navigate' || pathname === SEARCH_INDEX) event.respondWith(page(event))
})
