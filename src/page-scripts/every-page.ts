import './page-views.ts'
import './render-out-of-sight.ts'
import './service-worker.ts'
import './shared-element-transition.ts'

// Only if the browser has tools for assistants.
if (document.modelContext)
  void import('#src/assistants/browser/model-context.ts').catch(() => undefined)

// Not imported from beacon.ts by what is loaded on demand: that would be one more file on every page.
export { sendEvent } from './beacon.ts'
