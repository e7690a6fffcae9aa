import { shopMessages } from '#src/rules/messages/shop.ts'
import { Icon } from './Icon.tsx'

interface Props {
  /** The product's title. */
  title: string
  className?: string
}

/** An empty heart; `showHeart` of src/islands/buttons.ts fills it for a product on the wishlist. */
export const HeartButton = ({ title, className = '' }: Props) => (
  <button
    type="button"
    className={`icon-button scripting-only ${className}`}
    aria-label={shopMessages.wishlist.heart(title, false)}
    data-heart=""
  >
    <Icon
      name="heart"
      className="size-5 transition-colors in-data-added:fill-accent! in-data-added:stroke-accent!"
    />
  </button>
)
