import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroPrerenderer } from 'astro'
import { type BuiltApp, serializeApp } from './built-app.ts'
import { createPageQueue } from './page-queue.ts'
import { type RenderWorker, startRenderWorker } from './render-worker.ts'
import { writePage } from './write-page.ts'

/** From this many pages of one route on, a second thread saves more time than its start takes. */
const MIN_PAGES = 1_500

type Paths = Awaited<ReturnType<AstroPrerenderer['getStaticPaths']>>

interface PrerendererWithApp extends AstroPrerenderer {
  /** Set by Astro's own prerenderer in its `setup`. */
  app?: BuiltApp
}

/** The dynamic route with the most pages, and its paths in their order. */
function findLargestRoute(paths: Paths): { component: string; pathnames: string[] } {
  const byRoute = new Map<string, string[]>()
  for (const { pathname, route } of paths) {
    if (route.type !== 'page' || route.pathname) continue
    const known = byRoute.get(route.component)
    if (known) known.push(pathname)
    else byRoute.set(route.component, [pathname])
  }
  const [component = '', pathnames = []] =
    [...byRoute].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  return { component, pathnames }
}

function createPrerenderer(
  own: PrerendererWithApp,
  site: string,
  minPages: number,
): AstroPrerenderer {
  let worker: RenderWorker | undefined
  let component: string | undefined
  let claim: (index: number) => boolean = () => true
  let indexOf = new Map<string, number>()

  const getStaticPaths = async (): Promise<Paths> => {
    const paths = await own.getStaticPaths()
    const route = findLargestRoute(paths)
    if (route.pathnames.length < minPages) return paths
    component = route.component
    indexOf = new Map(route.pathnames.map((pathname, index) => [`${pathname}.html`, index]))
    const queue = createPageQueue(route.pathnames.length)
    claim = queue.claim
    worker = startRenderWorker({
      ...serializeApp(own.app, site),
      ...route,
      site,
      queueBuffer: queue.buffer,
    })
    return paths
  }

  const render: AstroPrerenderer['render'] = async (request, options) => {
    if (options.routeData.component !== component) return own.render(request, options)
    const { pathname } = new URL(request.url)
    const index = indexOf.get(decodeURI(pathname))
    if (index === undefined) return own.render(request, options)
    // Astro writes no file for a response without a body: this thread or the worker writes it.
    const written = new Response(null)
    worker?.assertAlive()
    if (!claim(index)) return written
    const result = await own.render(request, options)
    const response = result instanceof Response ? result : result.response
    await writePage(response, join(site, decodeURI(pathname)))
    return written
  }

  return {
    name: 'kairavi:parallel-render',
    setup: async () => own.setup?.(),
    getStaticPaths,
    render,
    collectStaticImages: async () => {
      await worker?.done()
      return (await own.collectStaticImages?.()) ?? new Map()
    },
    teardown: async () => {
      await worker?.stop()
      await own.teardown?.()
    },
  }
}

/**
 * Renders the pages of a large catalogue on two threads with the same code: Astro's thread from the
 * front, a worker from the back, until they meet.
 * @param minPages number of pages of one route from which on there is a worker.
 */
export function parallelRender({ minPages = MIN_PAGES } = {}): AstroIntegration {
  let site: string
  return {
    name: 'kairavi:parallel-render',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = fileURLToPath(config.outDir)
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((own) => createPrerenderer(own, site, minPages))
      },
    },
  }
}
