import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { formatRupees } from '#src/rules/money.ts'
import { request, useCall } from '../api.ts'
import { toast } from '../toasts.tsx'
import { Badge, Page, Tool } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'

type Scheduled = ResponseBody<'GET /editor/schedule'>['scheduled'][number]

const stateBadges = {
  waiting: ['note', 'Waiting'],
  applied: ['good', 'Done'],
  failed: ['bad', 'Failed'],
} as const

const formatChange = ({ change }: Scheduled): string => {
  if (change.kind === 'price') return `Price ${formatRupees(change.price)}`
  return change.kind === 'launch' ? 'Put on sale' : 'Archive'
}

/** Prices and launches that come at a time; each is made on the product's own page. */
export function SchedulePage() {
  const listed = useCall('GET /editor/schedule')
  const cancel = useMutation({
    mutationFn: ({ id }: Scheduled) => request('DELETE /editor/schedule/:id', { param: id }),
    onSuccess: (_, { title }) => {
      toast.success(`The change of ${title} is cancelled.`)
      return listed.refetch()
    },
  })
  return (
    <Page title="Schedule">
      <Loaded from={listed}>
        {({ scheduled }) =>
          scheduled.length === 0 ? (
            <p className="text-muted">
              Nothing is scheduled. Open one of the{' '}
              <Link to="/" className="inline-flex min-h-11 items-center text-ink link">
                products
              </Link>{' '}
              and choose Schedule.
            </p>
          ) : (
            <ul className="flex flex-col border-t border-line">
              {scheduled.map((change) => (
                <li
                  key={change.id}
                  className="flex flex-wrap items-center gap-x-6 border-b border-line py-2 text-sm"
                >
                  <Link
                    to={`/products/${change.productId}`}
                    className="flex min-h-11 items-center font-medium underline-offset-4 hover:underline max-md:w-full md:min-w-48 md:flex-1"
                  >
                    {change.title}
                  </Link>
                  <span className="figures">{formatChange(change)}</span>
                  <span className="text-muted figures">{change.atIst}</span>
                  <span className="text-muted">{change.by}</span>
                  <Badge kind={stateBadges[change.state][0]}>{stateBadges[change.state][1]}</Badge>
                  {change.message && (
                    <span className="basis-full text-danger">{change.message}</span>
                  )}
                  {change.state === 'waiting' && (
                    <Tool
                      className="max-md:ms-auto"
                      aria-label={`Cancel the change of ${change.title}`}
                      onClick={() => cancel.mutate(change)}
                    >
                      Cancel
                    </Tool>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}
