import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import {
  type CatalogueIndex,
  createReadInput,
  indexCatalogue,
  type ReadInput,
} from '#src/catalog/inputs.ts'
import type { Product } from '#src/contract/catalog.ts'
import { describeFile } from './compile.ts'
import { PublishError } from './publish-error.ts'
import type { RenderedPage, ThreadData, ThreadRequest } from './render-pool.ts'

// A thread of the renderer: holds the compiled site and the catalogue, and writes pages.

interface CompiledApp {
  render(request: Request, options: { locals: { readInput: ReadInput } }): Promise<Response>
}

const POLICY = 'content-security-policy'

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const { entry, origin } = workerData as ThreadData
const { app } = (await import(entry)) as { app: CompiledApp }

let products = new Map<string, Product>()
let index: CatalogueIndex = indexCatalogue([])

/** An own server sends the policy as a header; any other host has it in the page. */
function insertPolicy(html: string, policy: string): string {
  const meta = `<meta http-equiv="${POLICY}" content="${escapeAttribute(policy)}">`
  return html.replace(/<meta charset="?utf-8"?\s*\/?>/i, (charset) => charset + meta)
}

async function renderPage(path: string, file: string, site: string): Promise<RenderedPage> {
  const inputs: string[] = []
  const readInput = createReadInput(index, (id) => inputs.push(id))
  const response = await app.render(new Request(new URL(path, origin)), { locals: { readInput } })
  if (response.status !== (path === '/404' ? 404 : 200))
    throw new PublishError(`The page ${path} answers ${response.status}`)
  const text = await response.text()
  const isPage = file.endsWith('.html')
  const policy = response.headers.get(POLICY) ?? undefined
  const html = policy === undefined ? text : insertPolicy(text, policy)
  if (isPage && (policy === undefined || html === text))
    throw new PublishError(
      `The page ${path} carries no Content-Security-Policy: give it one of the layouts`,
    )
  const bytes = Buffer.from(html)
  const target = join(site, file)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, bytes)
  return {
    path,
    ...(isPage && policy !== undefined ? { policy } : {}),
    inputs: [...new Set(inputs)],
    file: describeFile(file, bytes),
  }
}

async function handle({ catalogue, pages, site }: ThreadRequest): Promise<RenderedPage[]> {
  if (catalogue) {
    for (const product of catalogue.changed) products.set(product.slug, product)
    const current = catalogue.slugs.flatMap((slug) => products.get(slug) ?? [])
    products = new Map(current.map((product) => [product.slug, product]))
    index = indexCatalogue(current)
  }
  const rendered: RenderedPage[] = []
  for (const { path, file } of pages) rendered.push(await renderPage(path, file, site))
  return rendered
}

parentPort?.on('message', (request: ThreadRequest) => {
  handle(request).then(
    (pages) => parentPort?.postMessage({ pages }),
    (error: unknown) =>
      parentPort?.postMessage({ reason: error instanceof Error ? error.message : String(error) }),
  )
})
parentPort?.postMessage({ pages: [] })
