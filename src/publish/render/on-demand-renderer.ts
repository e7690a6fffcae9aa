import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Product, SiteRecord } from '#src/contract/catalog.ts'
import type { ContentId } from '#src/contract/content.ts'
import { type ListingPage, NO_FILTERS } from '#src/rules/listing.ts'
import { paths, productPath, shopPagePath } from '#src/rules/paths.ts'
import { createSitePages, listRecords, type Page, type SitePages } from '../plan/pages.ts'
import { type SourceCatalog, toVersioned } from '../plan/versions.ts'
import { PublishError } from '../publish-error.ts'
import { findCompiledKey } from '../release/release.ts'
import { findCurrentReleaseId, getReleasesDir } from '../release/releases.ts'
import { findCompiled } from './compile.ts'
import { type PageInput, startThread, type Thread } from './thread.ts'

/** Time without a page after which the thread ends and its memory is free. */
const IDLE_MS = 5 * 60_000

export interface OnDemandRenderer extends AsyncDisposable {
  /**
   * Renders the page of a product with the code of the live release.
   * @throws PublishError when the renderer is not on this machine, or the page fails.
   */
  renderProduct(product: Product): Promise<string>
  /** Renders a page of the listing in the same way. @param records by default those of now. */
  renderListing(listing: ListingPage, records?: SiteRecord[]): Promise<string>
  /** Renders any page of the site in the same way. @returns undefined for a path without a page. */
  renderPath(path: string, catalog: SourceCatalog): Promise<string | undefined>
}

interface KnownPages {
  /** Of the compiled site. */
  key: string
  state: SitePages
  pages: Map<string, Page>
}

/** Renders pages that no release has in a thread of their own, so that a publish is not delayed. */
export function createOnDemandRenderer({
  root,
  dataDir,
  env,
  readContent,
}: {
  root: string
  dataDir: string
  env: Record<string, string>
  /** Records that editors have changed. */
  readContent: () => Promise<SiteRecord[]>
}): OnDemandRenderer {
  const releases = getReleasesDir(dataDir)
  const oneByOne = pLimit(1)
  let running: (Thread & { key: string }) | undefined
  let timer: NodeJS.Timeout | undefined
  const knownPages = new WeakMap<SourceCatalog, KnownPages>()
  let live: { id: string; key: string | undefined } | undefined

  /** The compiled site of the live release. */
  const getCompiledKey = (): string | undefined => {
    const id = findCurrentReleaseId(releases)
    if (id !== undefined && live?.id !== id) live = { id, key: findCompiledKey(releases, id) }
    return id && live?.key
  }

  const stop = async () => {
    clearTimeout(timer)
    const ended = running
    running = undefined
    await ended?.end()
  }

  const getThread = async (key: string): Promise<Thread> => {
    if (running?.key === key) return running
    await stop()
    const entry = join(root, '.cache/compiled', key, 'server/entry.mjs')
    const origin = env['SITE_URL'] ?? 'http://localhost'
    const thread = await startThread({ entry, origin, store: '' }, env).catch((cause: unknown) => {
      throw new PublishError('The preview needs a shop that was built on this machine.', { cause })
    })
    running = { ...thread, key }
    return running
  }

  async function render(path: string, inputs: PageInput[]): Promise<string> {
    const key = getCompiledKey()
    if (key === undefined) throw new PublishError('The shop has not been published yet.')
    try {
      const thread = await getThread(key)
      clearTimeout(timer)
      timer = setTimeout(() => void stop(), IDLE_MS).unref()
      const file = `${path.slice(1)}.html`
      const [page] = await thread.render([{ path, file, inputs, isDraft: true }])
      return page?.html ?? ''
    } catch (error) {
      await stop()
      if (error instanceof PublishError) throw error
      throw new PublishError(`The page cannot be rendered: ${String(error)}`, { cause: error })
    }
  }

  const readRecords = async (ids: ContentId[], given?: SiteRecord[]): Promise<PageInput[]> => {
    const records = given ?? (await readContent())
    return ids.map((id) => [`content ${id}`, records.find((record) => record.id === id)])
  }

  /** The pages of a catalogue, which several of them are rendered from. */
  const getPages = (source: SourceCatalog): KnownPages => {
    const key = getCompiledKey() ?? ''
    const known = knownPages.get(source)
    if (known?.key === key) return known
    const state = createSitePages(findCompiled(root, key)?.routes ?? [], toVersioned(source))
    const pages = new Map(
      state
        .listPages()
        .filter(({ route }) => route.isPage)
        .map((page) => [page.path, page]),
    )
    const listed = { key, state, pages }
    knownPages.set(source, listed)
    return listed
  }

  return {
    renderProduct: async (product) => {
      const inputs = await readRecords(listRecords('/product/[slug]', product.slug))
      inputs.push([`product ${product.slug}`, product])
      return oneByOne(render, productPath(product.slug), inputs)
    },
    async renderListing(listing, records) {
      const { category, counts } = listing
      const hasPage = category !== NO_FILTERS.category && (counts[category] ?? 0) > 0
      const key = hasPage ? category : ''
      const pattern = key === '' ? paths.shop : `${paths.shop}/[...name]`
      return oneByOne(render, shopPagePath(1, key), [
        ...(await readRecords(listRecords(pattern, key), records)),
        [`listingItems ${key}`, listing],
        [`listingCounts ${key}`, {}],
      ])
    },
    renderPath: (path, source) =>
      oneByOne(() => {
        const { pages, state } = getPages(source)
        const page = pages.get(path)
        return page && render(path, state.listInputs(page))
      }),
    [Symbol.asyncDispose]: stop,
  }
}
