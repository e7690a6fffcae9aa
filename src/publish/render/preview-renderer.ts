import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Product } from '#src/contract/catalog.ts'
import { productPath } from '#src/rules/paths.ts'
import { PublishError } from '../publish-error.ts'
import { findCompiledKey } from '../release/release.ts'
import { findCurrentReleaseId, getReleasesDir } from '../release/releases.ts'
import { startThread, type Thread } from './thread.ts'

/** Time without a preview after which the thread ends and its memory is free. */
const IDLE_MS = 5 * 60_000

export interface PreviewRenderer extends AsyncDisposable {
  /**
   * Renders the page of a product with the code of the live release.
   * @throws PublishError when the renderer is not on this machine, or the page fails.
   */
  render(product: Product): Promise<string>
}

/** Renders drafts in a thread of their own, so that a publish is not delayed. */
export function createPreviewRenderer({
  root,
  dataDir,
  env,
}: {
  root: string
  dataDir: string
  env: Record<string, string>
}): PreviewRenderer {
  const releases = getReleasesDir(dataDir)
  const oneByOne = pLimit(1)
  let running: (Thread & { key: string }) | undefined
  let timer: NodeJS.Timeout | undefined
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

  async function render(product: Product): Promise<string> {
    const key = getCompiledKey()
    if (key === undefined) throw new PublishError('The shop has not been published yet.')
    try {
      const thread = await getThread(key)
      clearTimeout(timer)
      timer = setTimeout(() => void stop(), IDLE_MS).unref()
      const path = productPath(product.slug)
      const [page] = await thread.render([
        {
          path,
          file: `${path.slice(1)}.html`,
          inputs: [[`product ${product.slug}`, product]],
          isDraft: true,
        },
      ])
      return page?.html ?? ''
    } catch (error) {
      await stop()
      if (error instanceof PublishError) throw error
      throw new PublishError(`The page cannot be rendered: ${String(error)}`, { cause: error })
    }
  }

  return { render: (product) => oneByOne(render, product), [Symbol.asyncDispose]: stop }
}
