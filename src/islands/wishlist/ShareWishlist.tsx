import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { $shareToken, fetchShare, setShared, toShareUrl } from '#src/stores/wishlist-share.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { sharePage } from '../product/share.ts'

const words = pageMessages.wishlistShare

/** Shares the wishlist by a link, which its owner can end. */
export function ShareWishlist() {
  const token = useStore($shareToken)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void fetchShare()
  }, [])

  async function change(shared: boolean) {
    setBusy(true)
    await setShared(shared)
    setBusy(false)
  }

  if (token === undefined) return null
  if (token === null)
    return (
      <section aria-label="Share this list" className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="quiet" size="flush" busy={busy} onClick={() => void change(true)}>
          Share by a link
        </Button>
        <p className="max-w-prose text-body-sm text-muted">{words.private}</p>
      </section>
    )
  const url = toShareUrl(token)
  return (
    <section aria-label="Share this list" className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="max-w-xl min-w-0 grow">
        <Field
          name="share-link"
          label="Link to this list"
          value={url}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void sharePage('My wishlist', url)}>
          Share
        </Button>
        <Button variant="quiet" busy={busy} onClick={() => void change(false)}>
          Stop sharing
        </Button>
      </div>
      <p className="w-full text-body-sm text-muted">{words.shared}</p>
    </section>
  )
}
