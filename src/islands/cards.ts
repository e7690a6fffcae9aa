import type { ListingItem } from '#src/contract/catalog.ts'
import { parseListingItem } from '#src/rules/listing-item.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { largestUrl, toSrcset } from '#src/rules/pictures.ts'
import { addToCart } from '#src/stores/cart.ts'
import { savePreview } from '#src/stores/product.ts'
import { $wishlistBusy, $wishlistIds, toggleWishlist } from '#src/stores/wishlist.ts'
import { showHeart, whileBusy } from './buttons.ts'
import { requestVariant } from './request-variant.ts'

// What the cards of src/ui/ProductCard.tsx do, by one listener for the page: a card is static HTML,
// whether it is of the page or rendered by an island.

const isCard = (element: Element | null): element is HTMLElement => element instanceof HTMLElement

const findCard = (inside: Element): HTMLElement | null => {
  const card = inside.closest('[data-card]')
  return isCard(card) ? card : null
}

/** The product of a card, from what the card shows and its `data-card`. */
export function readCard(card: HTMLElement): ListingItem | null {
  const link = card.querySelector('h3 a')
  const image = card.querySelector('img')
  const url = image?.getAttribute('src') ?? ''
  return parseListingItem({
    slug: link?.getAttribute('href')?.split('/').at(-1),
    title: link?.textContent,
    category: card.querySelector('p.label')?.textContent,
    images: image ? [url] : [],
    pictures: image
      ? [
          {
            base: url.slice(0, url.lastIndexOf('/')),
            width: Number(image.getAttribute('width')),
            height: Number(image.getAttribute('height')),
            alt: image.alt,
            placeholder: '',
          },
        ]
      : [],
    ...JSON.parse(card.dataset['card'] ?? '{}'),
  })
}

/** Shows on the cards below an element what is on the wishlist. */
export function showHearts(root: ParentNode = document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-card] [data-heart]')) {
    const card = findCard(button)
    // Not `readCard`: a page has a hundred hearts.
    const { id = '' }: { id?: string } = JSON.parse(card?.dataset['card'] ?? '{}')
    showHeart(button, { id, title: card?.querySelector('h3 a')?.textContent ?? '' })
  }
}

async function add(product: ListingItem, button: HTMLButtonElement): Promise<void> {
  const label = button.firstChild
  if (!label || button.disabled) return
  const variant = await requestVariant(product)
  if (!variant) return
  const text = label.nodeValue
  label.nodeValue = shopMessages.cart.adding
  await whileBusy(button, () => addToCart(product, { variant }))
  label.nodeValue = text
}

function onClick({ target }: Event): void {
  const control = target instanceof Element ? target.closest('a, [data-add], [data-heart]') : null
  const card = control && findCard(control)
  const product = card && readCard(card)
  if (!product) return
  if (!(control instanceof HTMLButtonElement)) savePreview(product)
  else if ('add' in control.dataset) void add(product, control)
  else void toggleWishlist(product)
}

/** Adds the second picture of a card, which is shown while the card is hovered or has the focus. */
function addSecondPicture({ target }: Event): void {
  const frame =
    target instanceof Element ? findCard(target)?.querySelector<HTMLElement>('[data-second]') : null
  const first = frame?.querySelector('img')
  const [base = '', width] = frame?.dataset['second']?.split(' ') ?? []
  if (!frame || !first) return
  delete frame.dataset['second']
  const picture = { base, width: Number(width) }
  const source = document.createElement('source')
  source.type = 'image/avif'
  source.sizes = first.sizes
  source.srcset = toSrcset(picture, 'avif')
  const image = new Image()
  image.alt = ''
  image.src = largestUrl(picture)
  const second = document.createElement('picture')
  second.className = 'second-picture'
  second.append(source, image)
  // Below the badge.
  first.closest('picture')?.after(second)
}

/** Makes the cards of this page work. */
export function startCards(): void {
  document.addEventListener('click', onClick)
  if (matchMedia('(hover: hover) and (pointer: fine)').matches) {
    document.addEventListener('pointerover', addSecondPicture, { passive: true })
    document.addEventListener('focusin', addSecondPicture)
  }
  $wishlistIds.subscribe(() => showHearts())
  $wishlistBusy.listen(() => showHearts())
}
