import pLimit from 'p-limit'
import { listPageLinks } from '#src/catalog/own-pages.ts'
import type { Product, SiteRecord } from '#src/contract/catalog.ts'
import type { ContentId } from '#src/contract/content.ts'
import { MINUTE_MS } from '#src/rules/constants.ts'
import { type ListingPage, NO_FILTERS } from '#src/rules/listing/listing.ts'
import { paths, productPath, shopPagePath } from '#src/rules/paths.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { HttpError, RenderError } from '#src/server/core/errors.ts'
import { createSitePages, listRecords, type Page, type SitePages } from '../plan/pages.ts'
import { type SourceCatalog, toVersioned } from '../plan/versions.ts'
import { type CompiledApp, findCompiledApp } from '../release/compiled-apps.ts'
import type { Release } from '../release/release.ts'
import { type PageInput, startThread, type Thread } from './thread.ts'

/** Time without a page after which the thread ends and frees its memory. */
const IDLE_MS = 5 * MINUTE_MS

/** Value of Retry-After before the first release, in seconds. */
const FIRST_RELEASE_S = 3

/** Each function throws an HttpError if this process cannot render now, or the page fails. */
export interface OnDemandRenderer extends AsyncDisposable {
  /** Renders the page of a product with the code of the live release. */
  renderProduct(product: Product): Promise<string>
  /** Renders a page of the listing in the same way. @param records by default the current ones. */
  renderListing(listing: ListingPage, records?: SiteRecord[]): Promise<string>
  /** Renders any page of the site in the same way. @returns undefined for a path without a page. */
  renderPath(path: string, catalog: SourceCatalog): Promise<string | undefined>
}

interface KnownPages {
  app: CompiledApp
  state: SitePages
  pages: Map<string, Page>
}

/** Creates a renderer of pages that no release has. It uses its own thread, so that no publish is delayed. */
export function createOnDemandRenderer({
  releases,
  getRelease,
  getCode,
  readContent,
  log,
}: {
  /** Folder of releases, with the apps that rendered them. */
  releases: string
  /** The release that this process serves. */
  getRelease: () => Pick<Release, 'id' | 'compiled'> | undefined
  /** @returns the hash of the code that this process runs. */
  getCode: () => string
  /** Records that editors have changed. */
  readContent: () => Promise<SiteRecord[]>
  log: Deps['log']
}): OnDemandRenderer {
  const serialize = pLimit(1)
  let running: { app: CompiledApp; thread: Thread } | undefined
  let timer: NodeJS.Timeout | undefined
  const knownPages = new WeakMap<SourceCatalog, KnownPages>()
  /** The last release whose app was searched. */
  let live: { key: string; app: CompiledApp | undefined } | undefined
  /** The release whose app is missing. The log says so once. */
  let missing: string | undefined

  /** Finds the app that rendered the live release. */
  const findApp = (): CompiledApp => {
    const release = getRelease()
    if (!release)
      throw new HttpError(503, 'The shop has not been published yet.', {
        retryAfter: FIRST_RELEASE_S,
      })
    const { id, compiled: key } = release
    if (live?.key !== key || !live.app) live = { key, app: findCompiledApp(releases, key) }
    if (live.app) return live.app
    if (missing !== id) log('error', 'the live release has no compiled site', { id })
    missing = id
    throw new HttpError(503, 'This page cannot be rendered until the shop is published again.')
  }

  const stop = async () => {
    clearTimeout(timer)
    const ended = running
    running = undefined
    await ended?.thread.end()
  }

  const getThread = async (app: CompiledApp): Promise<Thread> => {
    if (running?.app === app) return running.thread
    await stop()
    const { entry, env } = app
    const origin = env['SITE_URL'] ?? 'http://localhost'
    const thread = await startThread({ entry, origin, store: '', inBackground: false }, env)
    running = { app, thread }
    return thread
  }

  async function render(app: CompiledApp, path: string, inputs: PageInput[]): Promise<string> {
    const thread = await getThread(app)
    clearTimeout(timer)
    timer = setTimeout(() => void stop(), IDLE_MS).unref()
    const file = `${path.slice(1)}.html`
    const [page] = await thread.render([{ path, file, inputs, isDraft: true }])
    return page?.html ?? ''
  }

  /** Runs a job with the app of the live release. The previous app stays until a job has begun with the new one. */
  const run = <T>(job: (app: CompiledApp) => Promise<T>): Promise<T> =>
    serialize(async () => {
      const app = findApp()
      try {
        return await job(app)
      } catch (cause) {
        await stop()
        const reason = cause instanceof Error ? cause.message : String(cause)
        if (app.code === getCode()) throw new RenderError(reason, { cause })
        log('error', 'the live release is of another version than this process', { error: reason })
        throw new HttpError(
          503,
          'This page cannot be rendered: this server runs another version of the shop than was published.',
        )
      }
    })

  /** Reads the records of a page, and the links to pages of editors. */
  const readRecords = async (ids: ContentId[], known?: SiteRecord[]): Promise<PageInput[]> => {
    const records = known ?? (await readContent())
    const content = new Map(records.map((record) => [record.id, record]))
    return [
      ...ids.map((id): PageInput => [`content ${id}`, content.get(id)]),
      ['pageLinks ', listPageLinks({ content })],
    ]
  }

  /** Returns the pages of a catalogue. Several pages are rendered from the same ones. */
  const getPages = async (app: CompiledApp, source: SourceCatalog): Promise<KnownPages> => {
    const known = knownPages.get(source)
    if (known?.app === app) return known
    const state = createSitePages(app.routes, toVersioned(source))
    const pages = new Map<string, Page>()
    for (const page of state.listPages()) {
      if (page.route.isPage) pages.set(page.path, page)
    }
    const listed = { app, state, pages }
    knownPages.set(source, listed)
    return listed
  }

  return {
    renderProduct: async (product) => {
      const inputs = await readRecords(listRecords('/product/[slug]', product.slug))
      inputs.push([`product ${product.slug}`, product])
      return run((app) => render(app, productPath(product.slug), inputs))
    },
    async renderListing(listing, records) {
      const { category, counts } = listing
      const hasPage = category !== NO_FILTERS.category && (counts[category] ?? 0) > 0
      const key = hasPage ? category : ''
      const pattern = key === '' ? paths.shop : `${paths.shop}/[...name]`
      const inputs: PageInput[] = [
        ...(await readRecords(listRecords(pattern, key), records)),
        [`listingItems ${key}`, listing],
        [`listingCounts ${key}`, {}],
      ]
      return run((app) => render(app, shopPagePath(1, key), inputs))
    },
    renderPath: (path, source) =>
      run(async (app) => {
        const { pages, state } = await getPages(app, source)
        const page = pages.get(path)
        return page && render(app, path, state.listInputs(page))
      }),
    [Symbol.asyncDispose]: stop,
  }
}
