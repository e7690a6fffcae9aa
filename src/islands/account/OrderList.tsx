import type { OrderItem, User } from '#src/contract/account.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { formatDay, toIndianDay } from '#src/rules/dates.ts'
import { toRow } from '#src/rules/listing/list-row.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatRupees } from '#src/rules/money.ts'
import { orderPath, productPath } from '#src/rules/paths.ts'
import { Button, TextLink } from '#src/ui/Button.tsx'
import { ProductThumbnail } from '#src/ui/Picture.tsx'
import { useCards } from '../hooks/use-cards.ts'
import { useAddToCart } from '../product-card/use-add-to-cart.ts'

/** Orders of the user. Each is complete before the cards of its products are loaded. */
export function OrderList({ orders, label }: Pick<User, 'orders'> & { label: string }) {
  const slugs = new Set(orders.flatMap(({ items = [] }) => items.flatMap(({ slug }) => slug || [])))
  const products = useCards([...slugs])
  return (
    <ul aria-label={label} className="flex flex-col">
      {orders.map(({ id, date, total, state, items = [] }) => (
        <li
          key={id}
          className="grid grid-cols-1 gap-x-16 gap-y-5 border-t border-line py-6 first:border-t-0 first:pt-0 lg:grid-cols-[min(18rem,33%)_minmax(0,1fr)] lg:py-8"
        >
          <div className="flex flex-wrap content-start items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="font-sans text-base font-medium tracking-normal wrap-anywhere">
              {import.meta.env.PUBLIC_ORDER_PAGE ? (
                <TextLink href={orderPath(id)}>{id}</TextLink>
              ) : (
                id
              )}
            </h2>
            <span className="min-w-0 lg:order-last lg:w-full lg:pt-2">
              <span className="amount">{formatRupees(total)}</span>
            </span>
            <p className="w-full text-body-sm text-muted">
              {formatDay(toIndianDay(date))}
              {state && <span className="text-accent"> · {state}</span>}
            </p>
          </div>
          {items.length > 0 && (
            <ul className="flex flex-col gap-4">
              {items.map((item, index) => (
                <OrderedItem
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change
                  key={index}
                  item={item}
                  product={item.slug ? products.get(item.slug) : null}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

interface OrderedItemProps {
  item: OrderItem
  /** Undefined while it loads, null if it is not on sale. */
  product: ListingItem | null | undefined
}

const OrderedItem = ({
  item: { slug, title, choice, quantity, picture },
  product,
}: OrderedItemProps) => (
  <li className="flex items-center gap-[min(1rem,5vw)]">
    <span className="w-[min(4rem,18vw)] shrink-0">
      <ProductThumbnail
        // A product that is not on sale keeps the picture of the order.
        summary={{
          image: product === undefined ? '' : (product?.images[0] ?? picture),
          picture: product?.pictures[0],
        }}
        sizes="4rem"
      />
    </span>
    {/* On a phone it reserves the height of "Buy again", which comes with its product. */}
    <div className="flex min-h-[7.25rem] min-w-0 flex-1 flex-col items-start sm:min-h-0 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <p className="max-w-full min-w-0 wrap-anywhere">
        {/* A product that is no longer sold has no page. */}
        <a
          href={product === null ? undefined : productPath(slug)}
          className="inline-flex min-h-11 items-center [&[href]]:hover:underline"
        >
          {title}
        </a>
        <span className="block text-body-sm text-muted">
          {choice && `${choice}, `}Quantity {quantity}
        </span>
      </p>
      {product && product.stock > 0 && <BuyAgain product={product} />}
    </div>
  </li>
)

/** Adds the product to the cart, with a choice of its options. */
function BuyAgain({ product }: { product: ListingItem }) {
  const row = toRow(product)
  const { chooser, adding, add } = useAddToCart(row)
  return (
    <>
      <Button
        variant="quiet"
        size="flush"
        busy={adding}
        aria-haspopup={row.hasChoice ? 'dialog' : undefined}
        onClick={add}
      >
        {adding ? shopMessages.cart.adding : 'Buy again'}
        <span className="sr-only">{`: ${product.title}`}</span>
      </Button>
      {chooser}
    </>
  )
}
