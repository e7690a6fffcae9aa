// The cart of a visitor is static, and shown from the first paint on where this device has no session
// (cart-first-paint.js). The island is needed once there may be a user, or the session cannot be fetched.

import { shopMessages } from '#src/rules/messages/shop.ts'
import { $cartPhase, cart } from '#src/stores/cart.ts'
import { $sessionReady, $signedIn } from '#src/stores/session.ts'
import { toast } from '#src/stores/toasts.ts'

const root = document.documentElement
const container = document.querySelector<HTMLElement>('[data-cart]')
const island = container?.querySelector('astro-island')
const stores = [$cartPhase, $signedIn, $sessionReady]

function update(): void {
  if (!container || !island) return
  if ($cartPhase.get() === 'visitor') root.dataset['visitor'] = 'known'
  else if ($signedIn.get() || $sessionReady.get()) {
    for (const stop of stops) stop()
    delete root.dataset['visitor']
    container.querySelector('[data-empty-cart]')?.remove()
    island.dispatchEvent(new Event('needed'))
    // Beside the island's script.
    void cart.load()
  }
}

const stops = stores.map((store) => store.listen(update))
update()

// Its scripts are not in the cache of a browser that is offline.
island?.addEventListener('astro:hydration-error', () => {
  const failed = container?.querySelector<HTMLTemplateElement>('template[data-failed]')
  island.replaceWith(failed?.content ?? '')
  toast.error(shopMessages.cart.fetchFailedToast)
})
