import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { WishlistTexts } from '#src/contract/content.ts'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { loginPath, paths } from '#src/rules/paths.ts'
import { $guestWishlist } from '#src/stores/guest-wishlist.ts'
import { $cardsError, loadCards } from '#src/stores/product-cards.ts'
import { reloadWishlist } from '#src/stores/wishlist.ts'
import { $shareToken, setShared, toShareUrl } from '#src/stores/wishlist-share.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { Field } from '#src/ui/Field.tsx'
import { useCards } from './hooks/use-cards.ts'
import { useFocusFallback } from './hooks/use-focus-fallback.ts'
import { sharePage } from './product/share.ts'
import { useWishlist } from './wishlist/use-wishlist.ts'
import { WishlistCard } from './wishlist/WishlistCard.tsx'
import { WishlistGrid, WishlistSkeleton } from './wishlist/WishlistGrid.tsx'

/** /wishlist: each product can be moved to the cart or removed. */
export function WishlistPage({ texts }: { texts: WishlistTexts }) {
  const { phase, entries, error } = useWishlist()
  const container = useFocusFallback<HTMLDivElement>(entries.length)
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {phase === 'loading' && <WishlistSkeleton row={<ShareRow text={texts.shared.private} />} />}
      {phase === 'failed' && (
        <LoadFailed
          message={error ?? shopMessages.wishlist.fetchFailed}
          onRetry={() => void reloadWishlist()}
        />
      )}
      {phase === 'visitor' && <GuestWishlist onDevice={texts.onDevice} />}
      {phase === 'empty' && <EmptyWishlist {...texts.empty} />}
      {phase === 'items' && (
        <div className="flex flex-col gap-10">
          <ShareWishlist texts={texts.shared} />
          <Cards entries={entries} />
        </div>
      )}
    </div>
  )
}

const Cards = ({ entries }: { entries: readonly WishlistEntry[] }) => (
  <WishlistGrid entries={entries} renderItem={(entry) => <WishlistCard entry={entry} />} />
)

/** Asks to log in, with what the visitor keeps on this device. */
function GuestWishlist({ onDevice }: Pick<WishlistTexts, 'onDevice'>) {
  const kept = useStore($guestWishlist)
  const slugs = kept.map(({ slug }) => slug)
  const cards = useCards(slugs)
  const error = useStore($cardsError, { ssr: 'initial' })
  if (kept.length === 0) return <LoginRequired />
  const entries = kept.flatMap(({ id, slug }) => {
    const product = cards.get(slug)
    return product?.id === id ? [{ id, product }] : []
  })
  const isLoaded = slugs.every((slug) => cards.has(slug))
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 bg-surface px-6 py-4">
        <p className="text-body-sm">{onDevice}</p>
        <ButtonLink href={loginPath(paths.wishlist)}>Log in</ButtonLink>
      </div>
      {isLoaded && <Cards entries={entries} />}
      {!isLoaded && error === null && <WishlistSkeleton />}
      {!isLoaded && error !== null && (
        <LoadFailed
          message={error}
          onRetry={() => void loadCards(slugs.filter((slug) => !cards.has(slug)))}
        />
      )}
    </div>
  )
}

const LoginRequired = () => (
  <EmptyState
    title={shopMessages.wishlist.signInToView}
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink href={loginPath(paths.wishlist)}>Log in</ButtonLink>
        <ButtonLink href={paths.shop} variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    }
  />
)

const EmptyWishlist = (texts: WishlistTexts['empty']) => (
  <EmptyState {...texts} action={<ButtonLink href={paths.shop}>Continue Shopping</ButtonLink>} />
)

interface ShareRowProps {
  text: string
  busy?: boolean
  onShare?: () => void
}

const ShareRow = ({ text, busy, onShare }: ShareRowProps) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
    <Button variant="quiet" size="flush" busy={busy} onClick={onShare}>
      Share by a link
    </Button>
    <p className="max-w-prose text-body-sm text-muted">{text}</p>
  </div>
)

/** Shares the wishlist by a link, which its owner can end. */
function ShareWishlist({ texts }: { texts: WishlistTexts['shared'] }) {
  const token = useStore($shareToken)
  const [busy, setBusy] = useState(false)

  async function change(shared: boolean) {
    setBusy(true)
    await setShared(shared)
    setBusy(false)
  }

  if (!token)
    return (
      // Its place is kept until it is known whether the list is shared.
      <section aria-label="Share this list" className={token === undefined ? 'invisible' : ''}>
        <ShareRow text={texts.private} busy={busy} onShare={() => void change(true)} />
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
      <p className="w-full text-body-sm text-muted">{texts.text}</p>
    </section>
  )
}
