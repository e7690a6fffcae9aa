import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { WishlistTexts } from '#src/contract/content.ts'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { retryHint } from '#src/rules/messages/pages.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { loginPath, paths } from '#src/rules/paths.ts'
import { $guestWishlist } from '#src/stores/guest-wishlist.ts'
import { $cardsError, loadCards } from '#src/stores/product-cards.ts'
import { reloadWishlist } from '#src/stores/wishlist.ts'
import { $shareToken, setShared, toShareUrl } from '#src/stores/wishlist-share.ts'
import { Button, ButtonLink, buttonClass } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { Input } from '#src/ui/Field.tsx'
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
      {phase === 'loading' && <WishlistSkeleton row={<SharePlace texts={texts.shared} />} />}
      {phase === 'failed' && (
        <LoadFailed
          message={error ?? shopMessages.wishlist.fetchFailed}
          hint={retryHint}
          onRetry={() => void reloadWishlist()}
        />
      )}
      {phase === 'visitor' && <GuestWishlist onDevice={texts.onDevice} />}
      {phase === 'empty' && <EmptyWishlist {...texts.empty} />}
      {phase === 'items' && (
        <div className="flex flex-col gap-6 sm:gap-10">
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

/** Asks the visitor to log in, and shows the pieces on this device. */
function GuestWishlist({ onDevice }: Pick<WishlistTexts, 'onDevice'>) {
  const kept = useStore($guestWishlist)
  const slugs = kept.map(({ slug }) => slug)
  const cards = useCards(slugs)
  const error = useStore($cardsError, { ssr: 'initial' })
  // The product may have another slug now.
  const entries = kept.flatMap(({ id }) => {
    const product = [...cards.values()].find((card) => card?.id === id)
    return product ? [{ id, product }] : []
  })
  const isLoaded = slugs.every((slug) => cards.has(slug))
  if (isLoaded && entries.length === 0) return <LoginRequired />
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
          hint={retryHint}
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

type ShareTexts = WishlistTexts['shared']

const shareRow = 'flex flex-wrap items-center gap-x-4 gap-y-2'
const shareText = 'max-w-prose min-w-0 flex-[1_1_20rem] text-body-sm leading-snug text-muted'
const shareLink = 'max-w-sm min-w-0 flex-[1_1_12rem]'

/** Reserves the height of the row of a shared list, until it is known whether the list is shared. */
const SharePlace = ({ texts }: { texts: ShareTexts }) => (
  <div className={`invisible ${shareRow}`} aria-hidden="true">
    <span className={`min-h-12 ${shareLink}`} />
    <span className={buttonClass('secondary')}>Share</span>
    <span className={buttonClass('quiet', 'flush')}>Stop sharing</span>
    <p className={shareText}>{texts.text}</p>
  </div>
)

/** Shares the wishlist by a link, which its owner can end. */
function ShareWishlist({ texts }: { texts: ShareTexts }) {
  const token = useStore($shareToken)
  const [busy, setBusy] = useState(false)

  async function change(shared: boolean) {
    setBusy(true)
    await setShared(shared)
    setBusy(false)
  }

  const url = token ? toShareUrl(token) : ''
  return (
    <section aria-label="Share this list" className="grid *:col-start-1 *:row-start-1">
      {!token && <SharePlace texts={texts} />}
      {token === null && (
        <div className={`self-start ${shareRow}`}>
          <Button variant="quiet" size="flush" busy={busy} onClick={() => void change(true)}>
            Share by a link
          </Button>
          <p className={shareText}>{texts.private}</p>
        </div>
      )}
      {token && (
        <div className={shareRow}>
          <Input
            aria-label="Link to this list"
            name="share-link"
            value={url}
            readOnly
            className={`py-0 ${shareLink}`}
            onFocus={({ target }) => target.select()}
          />
          <Button variant="secondary" onClick={() => void sharePage('My wishlist', url)}>
            Share
          </Button>
          <Button variant="quiet" size="flush" busy={busy} onClick={() => void change(false)}>
            Stop sharing
          </Button>
          <p className={shareText}>{texts.text}</p>
        </div>
      )}
    </section>
  )
}
