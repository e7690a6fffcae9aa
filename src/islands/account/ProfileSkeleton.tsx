import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The shape of the profile before it is known. */
export const ProfileSkeleton = () => (
  <div className="flex flex-col gap-10" role="status">
    <span className="sr-only">Loading your profile...</span>
    <div className="flex flex-wrap items-center gap-x-8 gap-y-6">
      <Skeleton className="size-24 rounded-full sm:size-28" />
      <div className="flex min-w-0 flex-[1_1_18rem] flex-col gap-3">
        <Skeleton className="h-12 w-3/4 max-w-96" />
        <Skeleton className="h-5 w-1/2 max-w-64" />
        <Skeleton className="h-7 w-2/3 max-w-80" />
      </div>
    </div>
    <Skeleton className="h-12 w-full" />
    <div className="grid gap-x-16 gap-y-6 sm:grid-cols-2">
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <Skeleton key={at} className="h-16" />
      ))}
    </div>
  </div>
)
