import { findIntent } from '#src/stores/intent.ts'
import './page-views.ts'
import './restore-focus.ts'
import './service-worker.ts'
import './shared-element-transition.ts'

// Fetched only on the page that a visitor returns to after logging in.
if (findIntent()) void import('./replay-intent.ts').then(({ replayIntent }) => replayIntent())
