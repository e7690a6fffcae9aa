import { useEffect } from 'react'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { findIntent } from '#src/stores/intent.ts'
import { toast } from '#src/stores/toasts.ts'
import { importTwice } from '#src/ui/lazy-module.ts'
import { PreviewBanner } from './page-frame/PreviewBanner.tsx'
import { Toaster } from './page-frame/Toaster.tsx'

/** Behaviour of static markup of one page. It is fetched with that page only. */
const pageScripts = {
  home: () => import('#src/page-scripts/home.ts'),
  arrival: () => import('#src/page-scripts/arrival.ts'),
  sizes: () => import('#src/page-scripts/sizes.ts'),
} as const

export type PageScript = keyof typeof pageScripts

interface Props {
  /** Whether the shop is a preview. */
  preview: boolean
  script?: PageScript | undefined
}

/** Parts of every page in addition to header and content: toasts, the preview banner, and page behaviour. */
export function PageFrame({ preview, script }: Props) {
  useEffect(() => {
    void import('#src/page-scripts/every-page.ts').catch(() => undefined)
    // Fetched only on the page to which a visitor returns after logging in. If it fails, the next page repeats the
    // intent.
    if (findIntent())
      void import('./page-frame/replay-intent.ts')
        .then(({ replayIntent }) => replayIntent())
        .catch(sayNotLoaded)
    if (script) void runPageScript(script)
  }, [script])
  return (
    <>
      <Toaster />
      {preview && <PreviewBanner />}
    </>
  )
}

const sayNotLoaded = () => void toast.error(shopMessages.notLoaded)

/** Presses that wait for the script are repeated after it (src/page-scripts/replay-presses.js). */
async function runPageScript(script: PageScript): Promise<void> {
  await importTwice(pageScripts[script]).catch(sayNotLoaded)
  delete document.documentElement.dataset['pageScript']
  dispatchEvent(new Event('page-script'))
}
