import { shopMessages } from '#src/rules/messages/shop.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { rowClass } from './row-class.ts'

const ROWS = [1, 2]

/** The shape of the cart while it is fetched. */
export function CartSkeleton() {
  return (
    <div className="grid scripting-only items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_22rem]">
      <p role="status" className="text-muted lg:col-span-2">
        {shopMessages.cart.loading}
      </p>
      <div className="flex flex-col border-t border-line">
        {ROWS.map((row) => (
          <div key={row} className={rowClass}>
            <Skeleton className="row-span-2 aspect-product" />
            <div className="flex flex-col gap-3 pt-1">
              <Skeleton className="h-6 w-3/5" />
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-4 w-24" />
            </div>
            <Skeleton className="h-6 w-28 max-sm:col-start-2 max-sm:row-start-3" />
            <Skeleton className="h-11 w-32 self-end sm:col-span-2" />
          </div>
        ))}
      </div>
      <Skeleton className="h-64" />
    </div>
  )
}
