import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The exports of Astro's prerender bundle that are used here. */
export interface BuiltApp {
  manifest: { routes: readonly { routeData: RouteData }[] }
  getOptions(): {
    origin: string
    allPages: Record<string, { key: string; styles: unknown[] }>
    settings: { scripts: readonly { stage: string }[] }
  }
  setInternals(internals: object): void
  setOptions(options: object): void
  render(request: Request, options: { routeData: RouteData }): Promise<Response>
}

interface RouteData {
  component: string
}

/** The state that another thread needs to render the same pages. */
export interface SerializedApp {
  /** URL of the prerender bundle. */
  entry: string
  origin: string
  /** Style sheets of each page, by Astro's key for it. */
  styles: [key: string, styles: unknown[]][]
}

const ENTRY = /^prerender-entry\.[\w-]+\.mjs$/
/** Stages of integration scripts that end up in a page's head. */
const HEAD_STAGES = ['page', 'head-inline']

/**
 * @param site the folder that Astro builds into.
 * @throws Error when Astro's build has another shape.
 */
export function serializeApp(app: BuiltApp | undefined, site: string): SerializedApp {
  const folder = join(site, '.prerender')
  const entries = readdirSync(folder).filter((name) => ENTRY.test(name))
  const [entry] = entries
  const { origin, allPages, settings } = app?.getOptions() ?? {}
  if (!entry || entries.length > 1 || !origin || !allPages || !settings)
    throw new Error('Astro prerenders otherwise, src/publish/prerender must follow')
  if (settings.scripts.some(({ stage }) => HEAD_STAGES.includes(stage)))
    throw new Error('An integration puts scripts into pages, src/publish/prerender must follow')
  return {
    entry: pathToFileURL(join(folder, entry)).href,
    origin,
    styles: Object.values(allPages).map(({ key, styles }) => [key, styles]),
  }
}

/** Loads the app into this thread. */
export async function loadApp({ entry, styles }: SerializedApp): Promise<BuiltApp> {
  const { app } = (await import(entry)) as { app: BuiltApp }
  app.setInternals({
    pagesByKeys: new Map(styles.map(([key, sheets]) => [key, { styles: sheets }])),
  })
  const destination = { write: () => true }
  app.setOptions({ settings: { scripts: [] }, logger: { options: { destination } } })
  return app
}
