import { useEffect } from 'react'
import { findIntent } from '#src/stores/intent.ts'
import { PreviewBanner } from './page-frame/PreviewBanner.tsx'
import { Toaster } from './page-frame/Toaster.tsx'

/** Behaviour of what is static on one page; it is fetched with that page only. */
const pageScripts = {
  home: () => import('#src/page-scripts/home.ts'),
  sizes: () => import('#src/page-scripts/sizes.ts'),
} as const

export type PageScript = keyof typeof pageScripts

interface Props {
  /** Whether the shop is a preview. */
  preview: boolean
  script?: PageScript | undefined
}

/** What every page has beside header and content: toasts, the preview banner, and page behaviour. */
export function PageFrame({ preview, script }: Props) {
  useEffect(() => {
    void import('#src/page-scripts/every-page.ts').catch(() => undefined)
    // Fetched only on the page that a visitor returns to after logging in.
    // Without it the intent is kept, and replayed by the next page.
    if (findIntent())
      void import('./page-frame/replay-intent.ts')
        .then(({ replayIntent }) => replayIntent())
        .catch(() => undefined)
    if (script) void runPageScript(script)
  }, [script])
  return (
    <>
      <Toaster />
      {preview && <PreviewBanner />}
    </>
  )
}

/** Presses that wait for the script are repeated after it (src/page-scripts/replay-presses.js). */
async function runPageScript(script: PageScript): Promise<void> {
  await pageScripts[script]().catch(() => undefined)
  delete document.documentElement.dataset['pageScript']
  dispatchEvent(new Event('page-script'))
}
