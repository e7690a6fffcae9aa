// The cart of a visitor is static. The island is needed once there may be a user, or the session cannot
// be fetched.

import { shopMessages } from '#src/rules/messages/shop.ts'
import { $cartPhase, cart } from '#src/stores/cart.ts'
import { $sessionReady, $signedIn } from '#src/stores/session.ts'
import { toast } from '#src/stores/toasts.ts'

const island = document.querySelector<HTMLElement>('[data-cart] astro-island')
const getTemplate = (name: string) =>
  document.querySelector<HTMLTemplateElement>(`[data-cart] template[data-${name}]`)?.content
    .firstElementChild
const emptyCart = getTemplate('visitor')
const stores = [$cartPhase, $signedIn, $sessionReady]

function update(): void {
  const isVisitor = $cartPhase.get() === 'visitor'
  if (!island || !emptyCart) return
  island.hidden = isVisitor
  if (isVisitor) island.before(emptyCart)
  else if ($signedIn.get() || $sessionReady.get()) {
    for (const stop of stops) stop()
    emptyCart.remove()
    island.dispatchEvent(new Event('needed'))
    // Beside the island's script.
    void cart.load()
  }
}

const stops = stores.map((store) => store.listen(update))
update()

// Its scripts are not in the cache of a browser that is offline.
island?.addEventListener('astro:hydration-error', () => {
  island.replaceWith(getTemplate('failed') ?? '')
  toast.error(shopMessages.cart.fetchFailedToast)
})
