import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { loadApp } from './built-app.ts'
import { createPageQueue } from './page-queue.ts'
import type { RenderTask } from './render-worker.ts'
import { writePage } from './write-page.ts'

// The second thread of a build: renders pages from the back until it meets the first.

const task = workerData as RenderTask
const { component, pathnames, site, origin } = task
const app = await loadApp(task)
const { claim } = createPageQueue(task.queueBuffer)
const route = app.manifest.routes.find(({ routeData }) => routeData.component === component)
if (!route) throw new Error(`The build has no route ${component}`)

const requestFor = (pathname: string) => new Request(new URL(`${pathname}.html`, origin))

// The first page of a thread numbers components in another order: render one and drop it.
await app.render(requestFor(pathnames[0] ?? '/'), route)

for (let index = pathnames.length - 1; index >= 0; index--) {
  if (!claim(index)) continue
  const pathname = pathnames[index] ?? '/'
  await writePage(await app.render(requestFor(pathname), route), join(site, `${pathname}.html`))
}

// Timers of the bundle, e.g. of stores, would keep the thread alive.
process.exit(0)
