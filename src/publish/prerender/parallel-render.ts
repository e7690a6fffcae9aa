import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroPrerenderer } from 'astro'
import { type BuiltApp, serializeApp } from './built-app.ts'
import { createPageQueue } from './page-queue.ts'
import { type RenderWorker, startRenderWorker } from './render-worker.ts'
import { writePage } from './write-page.ts'

/** Pages of one route from which on a second thread pays for its start. */
const MANY_PAGES = 1_500

type Paths = Awaited<ReturnType<AstroPrerenderer['getStaticPaths']>>

interface WithApp extends AstroPrerenderer {
  /** Set by Astro's own prerenderer in its `setup`. */
  app?: BuiltApp
}

/** The dynamic route with the most pages, its addresses in their order. */
function largest(paths: Paths): { component: string; pathnames: string[] } {
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

function sharing(own: WithApp, site: string, from: number): AstroPrerenderer {
  let helper: RenderWorker | undefined
  let component: string | undefined
  let mine: (index: number) => boolean = () => true
  let indexOf = new Map<string, number>()

  const getStaticPaths = async (): Promise<Paths> => {
    const paths = await own.getStaticPaths()
    const many = largest(paths)
    if (many.pathnames.length < from) return paths
    component = many.component
    indexOf = new Map(many.pathnames.map((pathname, index) => [`${pathname}.html`, index]))
    const claimed = createPageQueue(many.pathnames.length)
    mine = claimed.claim
    helper = startRenderWorker({
      ...serializeApp(own.app, site),
      ...many,
      site,
      queueBuffer: claimed.buffer,
    })
    return paths
  }

  const render: AstroPrerenderer['render'] = async (request, options) => {
    if (options.routeData.component !== component) return own.render(request, options)
    const { pathname } = new URL(request.url)
    const index = indexOf.get(decodeURI(pathname))
    if (index === undefined) return own.render(request, options)
    // An answer without a body has Astro write nothing: the page is written here, or by the helper.
    const written = new Response(null)
    helper?.assertAlive()
    if (!mine(index)) return written
    const answer = await own.render(request, options)
    const response = answer instanceof Response ? answer : answer.response
    await writePage(response, join(site, decodeURI(pathname)))
    return written
  }

  return {
    name: 'kairavi:parallel-render',
    setup: async () => own.setup?.(),
    getStaticPaths,
    render,
    collectStaticImages: async () => {
      await helper?.done()
      return (await own.collectStaticImages?.()) ?? new Map()
    },
    teardown: async () => {
      await helper?.stop()
      await own.teardown?.()
    },
  }
}

/**
 * Renders the pages of a large catalogue on two threads: Astro's own takes them from the front, a
 * helper from the back, with the same code, until they meet.
 * @param from pages of one route from which on there is a helper.
 */
export function parallelRender({ minPages = MANY_PAGES } = {}): AstroIntegration {
  let site: string
  return {
    name: 'kairavi:parallel-render',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = fileURLToPath(config.outDir)
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((own) => sharing(own, site, minPages))
      },
    },
  }
}
