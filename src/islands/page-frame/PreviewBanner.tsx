import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { $apiRunning } from '#src/stores/preview.ts'
import { defineKey, readItem, setItem } from '#src/stores/storage.ts'
import { PlainButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { closeIcon } from '#src/ui/icons.ts'

const DISMISSED_KEY = defineKey('kairavi-preview-dismissed', 'tab')

const isTrue = (value: unknown): value is true => value === true

/** Says whether the API of the preview answers (spec §1), until it is dismissed for this tab. */
export function PreviewBanner() {
  const [shown, setShown] = useState(false)
  useEffect(() => (readItem(DISMISSED_KEY, isTrue) ? removeSpace() : setShown(true)), [])
  if (!shown) return null

  function dismiss() {
    setItem(DISMISSED_KEY, true)
    setShown(false)
    removeSpace()
  }
  return <Banner onDismiss={dismiss} />
}

/** Pages leave space for the banner from the first paint on. */
function removeSpace(): void {
  delete document.documentElement.dataset['preview']
}

function Banner({ onDismiss }: { onDismiss: () => void }) {
  const running = useStore($apiRunning)
  return (
    <aside hidden={running === undefined} aria-label="Preview backend" className="preview-banner">
      <p role="status" className="py-1 text-label tracking-normal">
        {running !== undefined &&
          (running ? shopMessages.preview.running : shopMessages.preview.disconnected)}
      </p>
      <PlainButton aria-label="Dismiss" onClick={onDismiss}>
        <Icon path={closeIcon} className="size-3.5" />
      </PlainButton>
    </aside>
  )
}
