import { pageMessages } from '#src/rules/messages/pages.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The shape of the checkout while the order is fetched. */
export function CheckoutSkeleton() {
  return (
    <div className="grid scripting-only items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex flex-col gap-block">
        <p role="status" className="text-muted">
          {pageMessages.checkout.loading}
        </p>
        <div className="flex flex-col gap-3">
          <Skeleton className="h-8 w-56" />
          <Skeleton className="h-36" />
        </div>
        <div className="flex flex-col gap-3">
          <Skeleton className="h-8 w-56" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      </div>
      <Skeleton className="h-112" />
    </div>
  )
}
