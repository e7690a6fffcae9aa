import { hash } from 'node:crypto'
import pLimit from 'p-limit'
import { CatalogError, fetchCatalog } from '#src/catalog/load-catalog.ts'
import { describeFeedErrors } from './plan/feed-errors.ts'
import { createSitePages } from './plan/pages.ts'
import { planPages } from './plan/plan.ts'
import { type SourceCatalog, toVersioned } from './plan/versions.ts'
import { assertNotShrunk, describeDiskError, PublishError, toBuildError } from './publish-error.ts'
import { assembleRelease } from './release/assemble-release.ts'
import { findCompiledApp, storeCompiledApp } from './release/compiled-apps.ts'
import type { Release } from './release/release.ts'
import { countUnswept, createReleaseId, type ReleaseStore } from './release/releases.ts'
import { createRenderer, type Renderer, type RendererOptions } from './render/renderer.ts'

export interface CatalogSource {
  read(): Promise<SourceCatalog>
  /** Returns a text that differs if the catalogue does. An equal one need not be read. */
  getVersion?(): Promise<string>
}

export interface PublisherOptions extends RendererOptions {
  releases: ReleaseStore
  /** Root of the product API, e.g. `http://127.0.0.1:4321/api`. */
  apiUrl: string
  /** A source other than the API. */
  catalog?: CatalogSource | undefined
  /** Publishes a catalogue even if it lost more than a fifth of its products. */
  acceptFewer?: boolean
  /** Renders every page, also an unchanged one. */
  full?: boolean
}

export interface PublishResult {
  release: Release
  /** False if nothing has changed since the live release. */
  built: boolean
  /** Number of rendered pages. The release shares the others with the previous one. */
  rendered: number
  /** Whether pages are left to the next publish. */
  deferred: boolean
  /** Milliseconds of each phase, if a release was built. */
  phases: Record<string, number>
}

export interface PublishOptions {
  maxDeferrable?: number
  acceptedProducts?: number
  interruption?: AbortSignal | undefined
}

export interface Publisher extends AsyncDisposable {
  /**
   * Publishes the current catalogue and makes it the live release atomically. It renders only changed pages.
   * @param options `maxDeferrable` limits the pages that are rendered although they show little of the change
   * (src/publish/plan/pages.ts); the others are left to the next publish. `acceptedProducts` is a number of products
   * to publish although the site has many more. `interruption` ends the publish before it has rendered its pages.
   * @throws PublishError if the live release stays, the reason of `interruption` if that ended the publish.
   */
  publish(options?: PublishOptions): Promise<PublishResult>
  /** Returns whether the live release has the current code and settings. Otherwise every page is rendered. */
  hasCurrentCode(): boolean
  /** Reads, plans and renders once, so that the first small publish is fast. */
  warm(): Promise<void>
  rollBack(id: string): Promise<Release>
  listReleases(): string[]
}

/** Creates a publisher that keeps a thread with the compiled site between publishes. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { releases } = options
  const renderer = createRenderer(options, releases.folder)
  const serialize = pLimit(1)
  return {
    publish: (publishOptions = {}) =>
      serialize(() => releases.runLocked(() => publishNow(options, renderer, publishOptions))),
    hasCurrentCode: () => releases.findLive()?.compiled === renderer.key,
    warm: () => serialize(() => warm(options, renderer)),
    rollBack: (id) => serialize(() => releases.runLocked(() => releases.rollBack(id))),
    listReleases: releases.list,
    async [Symbol.asyncDispose]() {
      await serialize(() => renderer[Symbol.asyncDispose]())
    },
  }
}

/** Publishes once. */
export async function publish(options: PublisherOptions): Promise<PublishResult> {
  await using publisher = createPublisher(options)
  return await publisher.publish()
}

/** Groups whose first page is one of each kind that most saves change. */
const WARMED = ['/ 0', '/shop 0', '/product/[slug] 0']

/** Renders a page of each kind that most saves change. */
async function warm(options: PublisherOptions, renderer: Renderer): Promise<void> {
  const [site, source] = await Promise.all([renderer.prepare(), readCatalog(options)])
  const catalog = toVersioned(source)
  const state = createSitePages(site.routes, catalog)
  const few = state
    .listGroups()
    .filter(({ id }) => WARMED.includes(id))
    .flatMap(({ listPages }) => listPages().take(1))
  await renderer.render([...few], state)
}

async function publishNow(
  options: PublisherOptions,
  renderer: Renderer,
  {
    maxDeferrable = Number.POSITIVE_INFINITY,
    acceptedProducts = Number.POSITIVE_INFINITY,
    interruption,
  }: PublishOptions,
): Promise<PublishResult> {
  const { releases, signal, onProgress } = options
  const { phases, end } = createPhases()
  const live = releases.findLive()
  const isWhole = options.full === true || live?.compiled !== renderer.key
  // Only a later publish reads the version, because that takes as long as a page.
  const version = maxDeferrable > 0 ? await options.catalog?.getVersion?.() : undefined
  const keep = async (release: Release, deferred: boolean): Promise<PublishResult> => {
    await releases.keep(release)
    return { release, built: false, rendered: 0, deferred, phases: {} }
  }
  const hasApp = live !== undefined && findCompiledApp(releases.folder, live.compiled) !== undefined
  if (hasApp && !isWhole && !live.deferred && version !== undefined && live.version === version)
    return keep(live, false)

  const [site, source] = await Promise.all([renderer.prepare(isWhole), readCatalog(options)])
  // The app has to be there before a release that names it is live.
  await storeCompiledApp(releases.folder, site)
  end('read')
  signal?.throwIfAborted()
  const catalog = toVersioned(source)
  const state = createSitePages(site.routes, catalog)
  const plan = planPages(state, isWhole ? undefined : live, maxDeferrable, interruption)
  const { changed, deferred, removed, groups } = plan
  const former = { moved: source.moved, gone: source.gone }
  const content = [renderer.key, ...catalog.groupVersions, JSON.stringify(former)]
  const fingerprint = hash('sha256', content.join('\n'), 'hex')
  if (live?.fingerprint === fingerprint && changed.length === 0 && removed.length === 0)
    return keep(live, maxDeferrable === 0 && live.deferred === true)
  if (live && !options.acceptFewer)
    assertNotShrunk(live.products, source.products.length, acceptedProducts)
  describeFeedErrors(changed, catalog.index).forEach(onProgress)
  end('plan')

  const { files: rendered, policies, flushed } = await renderer.render(changed, state, interruption)
  end('render')
  try {
    if (isWhole) onProgress('Checking and packing the pages.')
    const pages = { removed, changed: changed.map(({ path }) => path), rendered, policies }
    const { files, policy, stored } = await assembleRelease(
      site,
      pages,
      live,
      isWhole,
      releases.folder,
    )
    const now = new Date()
    const header = {
      id: createReleaseId(now, fingerprint),
      fingerprint,
      version,
      deferred,
      builtAt: now.toISOString(),
      products: source.products.length,
      compiled: renderer.key,
      policy,
      ...former,
      pages: plan.pages,
      groups,
      unswept: countUnswept(live) + changed.length,
    }
    const release = await releases.publish(header, files, stored, flushed)
    end('write')
    return { release, built: true, rendered: changed.length, deferred, phases }
  } catch (error) {
    const reason = describeDiskError(error)
    throw reason === undefined ? error : toBuildError(reason, options.root, error)
  }
}

/** Measures the time from the end of one phase to the end of the next one. */
function createPhases() {
  const phases: Record<string, number> = {}
  let since = performance.now()
  const end = (name: string) => {
    const now = performance.now()
    phases[name] = Math.round(now - since)
    since = now
  }
  return { phases, end }
}

async function readCatalog({ catalog, apiUrl }: PublisherOptions): Promise<SourceCatalog> {
  try {
    return await (catalog ? catalog.read() : fetchCatalog(apiUrl))
  } catch (error) {
    if (error instanceof CatalogError) throw new PublishError(error.message, { cause: error })
    throw error
  }
}
