import './page-views.ts'
import './restore-focus.ts'
import './service-worker.ts'
import './shared-element-transition.ts'
