import { parentPort, workerData } from 'node:worker_threads'
import { createReadInput, indexCatalogue, type ReadInput } from '#src/catalog/inputs.ts'
import type { Product } from '#src/contract/catalog.ts'
import { productPath } from '#src/rules/paths.ts'

// A thread that renders the page of one product which is not published.

interface CompiledApp {
  render(request: Request, options: { locals: { readInput: ReadInput } }): Promise<Response>
}

export interface PreviewRequest {
  id: number
  product: Product
}

export type PreviewReply = { id: number } & ({ html: string } | { reason: string })

const { entry, origin } = workerData as { entry: string; origin: string }
const { app } = (await import(entry)) as { app: CompiledApp }

async function render(product: Product): Promise<string> {
  const readInput = createReadInput(indexCatalogue([product]))
  const request = new Request(new URL(productPath(product.slug), origin))
  const response = await app.render(request, { locals: { readInput } })
  if (response.status !== 200) throw new Error(`The page answers ${response.status}.`)
  return response.text()
}

parentPort?.on('message', ({ id, product }: PreviewRequest) => {
  render(product).then(
    (html) => parentPort?.postMessage({ id, html } satisfies PreviewReply),
    (error: unknown) =>
      parentPort?.postMessage({ id, reason: String(error) } satisfies PreviewReply),
  )
})
