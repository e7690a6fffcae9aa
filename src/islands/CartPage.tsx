import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { CartItem } from '#src/contract/cart.ts'
import type { CartTexts } from '#src/contract/content.ts'
import { formatVariant, toLineSummary } from '#src/rules/cart-line.ts'
import { cartPageMessages } from '#src/rules/messages/cart-page.ts'
import { retryHint } from '#src/rules/messages/pages.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { loginPath, paths } from '#src/rules/paths.ts'
import { reloadCart } from '#src/stores/cart.ts'
import {
  $removedLine,
  type CartLine,
  type RemovedLine as RemovedLineData,
  undoRemoval,
} from '#src/stores/cart-lines.ts'
import { $signedIn } from '#src/stores/session.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { CartChanges } from './cart/CartChanges.tsx'
import { CartRow, rowClass } from './cart/CartRow.tsx'
import { CartSummary } from './cart/CartSummary.tsx'
import { PlacedNotice } from './cart/PlacedNotice.tsx'
import { useCart } from './cart/use-cart.ts'
import { useFocusFallback } from './hooks/use-focus-fallback.ts'

/** /cart: the lines, their quantities, and the link to the checkout. */
export function CartPage({ texts }: { texts: CartTexts }) {
  const { phase, lines, error } = useCart()
  const container = useFocusFallback<HTMLDivElement>(lines.length)
  const removed = useStore($removedLine)
  const markRestored = useFocusOnRestored(lines)
  const notice = removed && <RemovedLine {...removed} onRestored={markRestored} />
  const rows = lines.map((line) => <CartRow key={line.id} line={line} />)
  if (notice) rows.splice(removed.index, 0, <li key="removed">{notice}</li>)
  const [hadLines, setHadLines] = useState(false)
  if (!hadLines && lines.length > 0) setHadLines(true)
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <CartChanges />
      {phase === 'empty' && (notice || (import.meta.env.PUBLIC_ORDER_PAGE && <PlacedNotice />))}
      {phase === 'loading' && <LoadingCart texts={texts.empty} />}
      {phase === 'failed' && (
        <LoadFailed
          message={error ?? shopMessages.cart.fetchRejected}
          hint={retryHint}
          onRetry={() => void reloadCart()}
        />
      )}
      {phase === 'visitor' && hadLines && <LoggedOut {...texts.loggedOut} />}
      {(phase === 'empty' || (phase === 'visitor' && !hadLines)) && (
        <EmptyCart texts={texts.empty} visitor={phase === 'visitor'} />
      )}
      {phase === 'items' && (
        <div className="grid grid-cols-1 items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_min(22rem,40%)]">
          <ul
            className="@container flex flex-col border-t border-line"
            aria-label="Items in your cart"
          >
            {rows}
          </ul>
          <CartSummary lines={lines} />
        </div>
      )}
    </div>
  )
}

/** Until the session is known, a device without a hint of a session shows the cart of a visitor. */
function LoadingCart({ texts }: { texts: CartTexts['empty'] }) {
  const signedIn = useStore($signedIn, { ssr: () => false })
  if (signedIn) return <CartSkeleton />
  return (
    <>
      <div className="hidden in-data-session:block">
        <CartSkeleton />
      </div>
      <div className="scripting-only in-data-session:hidden">
        <EmptyCart texts={texts} visitor />
      </div>
    </>
  )
}

/** Shown if the session ended while the cart was open. */
const LoggedOut = (texts: CartTexts['loggedOut']) => (
  <EmptyState {...texts} action={<ButtonLink href={loginPath(paths.cart)}>Log in</ButtonLink>} />
)

interface EmptyCartProps {
  texts: CartTexts['empty']
  visitor: boolean
}

function EmptyCart({ texts, visitor }: EmptyCartProps) {
  return (
    <EmptyState
      title={texts.title}
      text={visitor ? texts.visitorText : texts.text}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href={paths.shop}>Start Shopping</ButtonLink>
          {visitor && (
            <ButtonLink href={loginPath(paths.cart)} variant="secondary">
              Log in
            </ButtonLink>
          )}
        </div>
      }
    />
  )
}

const SKELETON_ROWS = [1, 2]

const CartSkeleton = () => (
  <div className="grid scripting-only grid-cols-1 items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_min(22rem,40%)]">
    <p role="status" className="text-muted lg:col-span-2">
      {cartPageMessages.cartPage.loading}
    </p>
    <div className="flex flex-col border-t border-line">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={rowClass}>
          <Skeleton className="row-span-2 aspect-product" />
          <div className="flex flex-col gap-3 pt-1">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-24" />
          </div>
          <Skeleton className="h-6 w-28 max-sm:col-start-2 max-sm:row-start-2" />
          <Skeleton className="h-11 w-32 self-end max-sm:col-start-2 sm:col-span-2" />
        </div>
      ))}
    </div>
    <Skeleton className="h-64" />
  </div>
)

/** Moves the focus to a line that is restored. It may get the line before the cart has it. */
function useFocusOnRestored(lines: readonly CartLine[]) {
  const restored = useRef<CartItem>(null)
  useEffect(() => {
    const { productId, variant } = restored.current ?? {}
    const text = variant && formatVariant(variant)
    const line = lines.find(
      (line) => line.productId === productId && formatVariant(line.variant) === text,
    )
    if (!line) return
    restored.current = null
    document.querySelector<HTMLElement>(`[data-item="${line.id}"] a`)?.focus()
  }, [lines])
  return (line: CartItem) => {
    restored.current = line
  }
}

interface RemovedLineProps extends RemovedLineData {
  onRestored: (line: CartItem) => void
}

/** Replaces the last removed line, says where it went, and offers Undo. */
function RemovedLine({ line, saved, onRestored }: RemovedLineProps) {
  const [busy, setBusy] = useState(false)

  async function undo() {
    setBusy(true)
    onRestored(line)
    await undoRemoval()
    setBusy(false)
  }

  const details = formatVariant(line.variant)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line bg-surface px-6 py-2 text-body-sm">
      <p className="min-w-0 wrap-anywhere" role={saved ? 'status' : undefined}>
        <span className="font-medium">
          {toLineSummary(line).title}
          {details && `, ${details}`}
        </span>
        : {saved ? shopMessages.cart.savedForLater : shopMessages.cart.removed}
      </p>
      <Button variant="quiet" size="flush" busy={busy} onClick={() => void undo()}>
        Undo
      </Button>
    </div>
  )
}
