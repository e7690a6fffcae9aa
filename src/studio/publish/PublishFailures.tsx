import type { ResponseBody } from '#src/contract/endpoints.ts'
import { PUBLISH_FAILURES_DAYS } from '#src/rules/constants.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { useCall } from '../app/api.ts'
import { Badge } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { Changes } from './Changes.tsx'

type Failure = ResponseBody<'GET /editor/publish/failures'>['failures'][number]

/** Publishes that failed: when, which saves waited, and why. @param version differs when the state does. */
export function PublishFailures({ version }: { version: string }) {
  const listed = useCall('GET /editor/publish/failures', {}, version)
  return (
    <PageSection title="Failed publishes" className="gap-3">
      <Loaded from={listed}>
        {({ failures }) =>
          failures.length === 0 ? (
            <p className="text-sm text-muted">
              No publish has failed in the last {PUBLISH_FAILURES_DAYS} days.
            </p>
          ) : (
            <LinedList ordered>
              {failures.map((failure) => (
                <FailureRow key={failure.id} failure={failure} />
              ))}
            </LinedList>
          )
        }
      </Loaded>
    </PageSection>
  )
}

function FailureRow({ failure }: { failure: Failure }) {
  const { beganAt, failedAt, endedAt, attempts, message, detail } = failure
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-4 text-sm md:grid-cols-[18rem_minmax(0,1fr)] md:items-start">
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">{formatInstant(beganAt)}</span>
        <Badge kind={endedAt === null ? 'bad' : 'neutral'}>
          {endedAt === null ? 'Still fails' : 'Over'}
        </Badge>
        <span className="text-muted figures">
          {attempts === 1 ? 'One attempt' : `${attempts} attempts until ${formatInstant(failedAt)}`}
        </span>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="wrap-anywhere">{message}</p>
        {failure.changeCount > 0 && (
          <>
            <p className="text-muted">Changes that waited:</p>
            <Changes of={failure} />
          </>
        )}
        {detail !== null && (
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center link">
              Details of the error
            </summary>
            <pre className="border border-line bg-surface p-3 text-[0.8125rem] leading-snug wrap-anywhere whitespace-pre-wrap">
              {detail}
            </pre>
          </details>
        )}
      </div>
    </li>
  )
}
