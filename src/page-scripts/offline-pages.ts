// The offline page lists the pages that the service worker has kept (public/sw.js), the newest first.

const PAGES_CACHE = 'kairavi-pages-'
const MAX_PAGES = 12

interface KeptPage {
  path: string
  title: string
}

async function readPage(cache: Cache, request: Request): Promise<KeptPage> {
  const response = await cache.match(request, { ignoreVary: true })
  const html = (await response?.text()) ?? ''
  const { title } = new DOMParser().parseFromString(html, 'text/html')
  return { path: new URL(request.url).pathname, title }
}

/** @returns kept pages other than the offline page; none in a browser without caches. */
async function listKeptPages(offlinePath: string): Promise<KeptPage[]> {
  if (!('caches' in self)) return []
  const name = (await caches.keys()).find((key) => key.startsWith(PAGES_CACHE))
  if (!name) return []
  const cache = await caches.open(name)
  const requests = (await cache.keys()).toReversed()
  const shown = requests.filter(({ url }) => !/\.json$/.test(url) && !url.endsWith(offlinePath))
  const pages = await Promise.all(
    shown.slice(0, MAX_PAGES).map((request) => readPage(cache, request)),
  )
  return pages.filter(({ title }) => title !== '')
}

async function showKeptPages(section: HTMLElement): Promise<void> {
  const { keptPages = '' } = section.dataset
  const pages = await listKeptPages(keptPages)
  section.querySelector('ul')?.replaceChildren(
    ...pages.map(({ path, title }) => {
      const item = document.createElement('li')
      const link = Object.assign(document.createElement('a'), {
        href: path,
        className: 'link inline-flex min-h-11 items-center',
        textContent: title,
      })
      item.append(link)
      return item
    }),
  )
  section.hidden = pages.length === 0
}

const section = document.querySelector<HTMLElement>('[data-kept-pages]')
if (section) void showKeptPages(section).catch(() => undefined)
