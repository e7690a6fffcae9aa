import './page-views.ts'
import './restore-focus.ts'
import './service-worker.ts'
import './shared-element-transition.ts'

// Not imported from beacon.ts by what is loaded on demand: that would be one more file on every page.
export { sendEvent } from './beacon.ts'
