import { parentPort, workerData } from 'node:worker_threads'
import pLimit from 'p-limit'
import { findProduct, indexCatalogue } from '#src/catalog/catalogue-index.ts'
import { createReadInput } from '#src/catalog/inputs.ts'
import { describeDiskError, PublishError } from '../publish-error.ts'
import { describeBytes, storeFile, toStoreName } from '../release/release-files.ts'
import type { PageTarget, RenderedPage, ThreadData, ThreadRequest } from './render-pool.ts'

// A thread of the renderer: holds the compiled site and the catalogue, and writes pages.

interface CompiledApp {
  render(request: Request, options: { locals: App.Locals }): Promise<Response>
}

const POLICY = 'content-security-policy'

/**
 * @astrojs/react numbers islands in the order in which they happen to be rendered, so that the bytes of a
 * page would change without a change. Only `useId` reads the number, which no island calls.
 */
const ISLAND_NUMBER = / prefix="r\d+"/g

const { entry, origin, store } = workerData as ThreadData
const { app } = (await import(entry)) as { app: CompiledApp }

let index = indexCatalogue([])
/** What pages of this catalogue have in common (src/components/chrome/RenderOnce.astro). */
const rendered = new Map<string, string>()

/** Pages that a thread renders at once: Astro waits for its hashes in the meantime. */
const CONCURRENCY = 4

async function renderPage({ path, file, isDraft }: PageTarget): Promise<RenderedPage> {
  const inputs: string[] = []
  const readInput = createReadInput(index, (id) => inputs.push(id))
  const locals = { readInput, rendered }
  const response = await app.render(new Request(new URL(path, origin)), { locals })
  if (response.status !== (path === '/404' ? 404 : 200))
    throw new PublishError(`The page ${path} answers ${response.status}`)
  const isPage = file.endsWith('.html')
  const policy = response.headers.get(POLICY) ?? undefined
  // Every host sends it as a header (src/publish/hosting/header-files.ts): in the page it would be 0.7 kB.
  if (isPage && policy === undefined)
    throw new PublishError(
      `The page ${path} carries no Content-Security-Policy: give it one of the layouts`,
    )
  const body = Buffer.from(await response.arrayBuffer())
  // As Latin-1, each byte stays what it is, and nothing is decoded: the numbers are ASCII.
  const bytes = isPage
    ? Buffer.from(body.toString('latin1').replaceAll(ISLAND_NUMBER, ''), 'latin1')
    : body
  const described = describeBytes(file, bytes)
  if (!isDraft) storeFile(store, toStoreName(described), bytes)
  return {
    path,
    ...(isPage && policy !== undefined ? { policy } : {}),
    inputs: [...new Set(inputs)],
    file: described,
    ...(isDraft ? { html: bytes.toString() } : {}),
  }
}

async function handle({ catalogue, pages }: ThreadRequest): Promise<RenderedPage[]> {
  if (catalogue) {
    const { changed, slugs } = catalogue
    const bySlug = new Map(changed.map((product) => [product.slug, product]))
    const products = slugs
      ? slugs.flatMap((slug) => bySlug.get(slug) ?? findProduct(index, slug) ?? [])
      : index.products.map((product) => bySlug.get(product.slug) ?? product)
    index = indexCatalogue(products, index)
    rendered.clear()
  }
  return pLimit(CONCURRENCY).map(pages, renderPage)
}

parentPort?.on('message', (request: ThreadRequest) => {
  handle(request).then(
    (pages) => parentPort?.postMessage({ pages }),
    (error: unknown) =>
      parentPort?.postMessage({
        reason:
          describeDiskError(error) ?? (error instanceof Error ? error.message : String(error)),
      }),
  )
})
parentPort?.postMessage({ pages: [] })
