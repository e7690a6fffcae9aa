import { join } from 'node:path'
import pLimit from 'p-limit'
import { toBuildError } from './compile.ts'
import { toStoreName } from './file-store.ts'
import type { SiteState } from './plan-pages.ts'
import type { PublisherOptions } from './publish.ts'
import type { ReleaseFile } from './release.ts'
import { FLUSH_CONCURRENCY, flush } from './releases.ts'
import type { PageTarget, RenderPool } from './render-pool.ts'

const PROGRESS_INTERVAL_MS = 5_000

type RenderOptions = Pick<PublisherOptions, 'root' | 'signal' | 'onProgress' | 'onPages'>

export interface RenderedPages {
  files: Record<string, ReleaseFile>
  /** By policy: the first page that has it. */
  policies: Map<string, string>
}

/**
 * Renders and stores pages, and flushes them while the next ones are rendered.
 * @param store the folder of the files.
 * @throws PublishError with the reason of the first page that failed.
 */
export async function renderPages(
  threads: RenderPool,
  targets: PageTarget[],
  { index, fingerprints }: Pick<SiteState, 'index' | 'fingerprints'>,
  store: string,
  { root, signal, onProgress, onPages }: RenderOptions,
): Promise<RenderedPages> {
  const pages: RenderedPages = { files: {}, policies: new Map() }
  const limit = pLimit(FLUSH_CONCURRENCY)
  let flushed: Promise<unknown> = Promise.resolve()
  let done = 0
  let reportedAt = performance.now()
  if (targets.length > 1_000) onProgress(`Rendering ${targets.length} pages.`)
  try {
    await threads.render(targets, index, (rendered) => {
      signal?.throwIfAborted()
      for (const { path, file, inputs, policy } of rendered) {
        const read = inputs.flatMap((id) => [id, fingerprints.get(id)])
        pages.files[path] = { ...file, inputs: read }
        if (policy !== undefined && !pages.policies.has(policy)) pages.policies.set(policy, path)
      }
      const stored = rendered.map(({ file }) => join(store, toStoreName(file)))
      flushed = Promise.all([flushed, limit.map(stored, flush)])
      // Awaited below.
      flushed.catch(() => {})
      done += rendered.length
      onPages?.(done, targets.length)
      if (onPages || performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return
      reportedAt = performance.now()
      onProgress(`${done} of ${targets.length} pages are rendered.`)
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw toBuildError(error instanceof Error ? error.message : String(error), root)
  }
  await flushed
  return pages
}
