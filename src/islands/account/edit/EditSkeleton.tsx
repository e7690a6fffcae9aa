import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The shape of the form before the profile is known. */
export const EditSkeleton = () => (
  <div className="flex flex-col gap-10" role="status">
    <span className="sr-only">Loading your profile...</span>
    <div className="flex items-center justify-between py-3">
      <Skeleton className="h-12 w-24" />
      <Skeleton className="h-12 w-40" />
    </div>
    {['info', 'addresses'].map((part) => (
      <div
        key={part}
        className="grid gap-x-16 gap-y-6 border-t border-line pt-10 lg:grid-cols-[18rem_minmax(0,1fr)]"
      >
        <Skeleton className="h-7 w-40" />
        <div className="grid max-w-3xl gap-6 sm:grid-cols-2">
          {[0, 1, 2, 3].map((at) => (
            <Skeleton key={at} className="h-20" />
          ))}
        </div>
      </div>
    ))}
  </div>
)
