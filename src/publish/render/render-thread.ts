import { existsSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import pLimit from 'p-limit'
import { type InputId, type ReadInput, toInputId } from '#src/catalog/inputs.ts'
import { runInBackground } from '#src/server/core/thread-priority.ts'
import { describeDiskError, PublishError } from '../publish-error.ts'
import { describeBytes, storeFile, toStoreName } from '../release/release-files.ts'
import { type ModuleImports, nameModules } from './page-modules.ts'
import { dropUnusedHashes } from './page-policy.ts'
import type { PageRequest, RenderedPage, ThreadData, ThreadMessage } from './thread.ts'

// Thread of the renderer. It has the compiled site, and writes pages.

interface CompiledApp {
  render(request: Request, options: { locals: App.Locals }): Promise<Response>
}

const POLICY = 'content-security-policy'

const { entry, origin, store, inBackground } = workerData as ThreadData
if (inBackground) runInBackground()

const { app } = (await import(entry)) as { app: CompiledApp }

/** Older apps have no such file. Their pages fetch scripts import by import. */
const importsFile = new URL('modules.json', entry)
const modules: ModuleImports = existsSync(importsFile)
  ? (JSON.parse(readFileSync(importsFile, 'utf8')) as ModuleImports)
  : {}

/** Parts that pages share (src/components/chrome/RenderOnce.astro). */
const rendered = new Map<string, string>()

/** Pages that a thread renders at once, because Astro waits for its hashes in between. */
const CONCURRENCY = 4

/** Long lists of the catalogue by input. */
type Lists = ReadonlyMap<InputId, unknown[]>

async function renderPage(
  { path, file, inputs, isDraft }: PageRequest,
  lists: Lists,
): Promise<RenderedPage> {
  const values = new Map(inputs.map(([id, value]) => [id, lists.get(id) ?? value]))
  const readInput: ReadInput = (name, key = '') => {
    const id = toInputId(name, key)
    if (values.has(id)) return values.get(id) as ReturnType<typeof readInput<typeof name>>
    throw new PublishError(
      `The page ${path} reads ${id.trim()}: name it for its route in src/publish/plan/pages.ts`,
    )
  }
  // Drafts of one record may differ in the shared parts.
  const locals = isDraft ? { readInput } : { readInput, rendered }
  const response = await app.render(new Request(new URL(path, origin)), { locals })
  if (response.status !== (path === '/404' ? 404 : 200))
    throw new PublishError(`The page ${path} answers ${response.status}`)
  const isPage = file.endsWith('.html')
  const stated = response.headers.get(POLICY)
  const policy = stated === null ? undefined : dropUnusedHashes(stated)
  // Every host sends it as a header (src/publish/hosting/header-files.ts). In the page it would take 0.7 kB.
  if (isPage && policy === undefined)
    throw new PublishError(
      `The page ${path} carries no Content-Security-Policy: give it one of the layouts`,
    )
  const body = Buffer.from(await response.arrayBuffer())
  const bytes = isPage ? nameModules(body, modules) : body
  const described = describeBytes(file, bytes)
  if (!isDraft) storeFile(store, toStoreName(described), bytes)
  return {
    path,
    ...(isPage && policy !== undefined ? { policy } : {}),
    file: described,
    ...(isDraft ? { html: bytes.toString() } : {}),
  }
}

function render(pages: PageRequest[], lists: Lists): void {
  pLimit(CONCURRENCY)
    .map(pages, (page) => renderPage(page, lists))
    .then(
      (rendered) => parentPort?.postMessage({ pages: rendered }),
      (error: unknown) =>
        parentPort?.postMessage({
          reason:
            describeDiskError(error) ?? (error instanceof Error ? error.message : String(error)),
          error: error instanceof Error ? error : undefined,
        }),
    )
}

let pages: PageRequest[] = []
let lists = new Map<InputId, unknown[]>()

parentPort?.on('message', (message: ThreadMessage) => {
  if ('items' in message) {
    const known = lists.get(message.id)
    if (known) known.push(...message.items)
    else lists.set(message.id, message.items)
    return
  }
  pages.push(...message.pages)
  if (!message.isLast) return
  render(pages, lists)
  pages = []
  lists = new Map()
})
parentPort?.postMessage({ pages: [] })
