import { useMutation } from '@tanstack/react-query'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { UNDO_DAYS } from '#src/rules/constants.ts'
import { count } from '#src/rules/count.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { useCall } from '../app/api.ts'
import { confirm } from '../ui/confirm.tsx'
import { Badge } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { undoBatch } from './undo-batch.ts'

type Batch = ResponseBody<'GET /editor/batches'>['batches'][number]

/** The last changes of several products or texts, with their Undo. @param version differs when the site does. */
export function Batches({ version }: { version: string }) {
  const listed = useCall('GET /editor/batches', {}, version)
  const undo = useMutation({
    mutationFn: ({ id }: Batch) => undoBatch(id),
    onSettled: () => listed.refetch(),
  })
  const confirmUndo = async (batch: Batch) => {
    const confirmed = await confirm({
      title: 'Undo this change?',
      text: `${batch.summary}: ${count(batch.recordCount, 'record')}. Records that were saved since stay as they are.`,
      confirmLabel: 'Undo',
    })
    if (confirmed) undo.mutate(batch)
  }
  return (
    <PageSection title="Changes of several records" className="gap-3">
      <Loaded from={listed}>
        {({ batches }) =>
          batches.length === 0 ? (
            <p className="text-sm text-muted">
              Nothing has changed several products or texts at once in the last {UNDO_DAYS} days.
            </p>
          ) : (
            <LinedList ordered>
              {batches.map((batch) => (
                <li
                  key={batch.id}
                  className="grid gap-x-6 gap-y-1 border-b border-line py-3 text-sm md:grid-cols-[18rem_minmax(0,1fr)_auto] md:items-center"
                >
                  <span className="text-muted">
                    {formatInstant(batch.at)}
                    {batch.by && `, ${batch.by}`}
                  </span>
                  <span className="wrap-anywhere">
                    {batch.summary}{' '}
                    <span className="text-muted figures">
                      ({count(batch.recordCount, 'record')})
                    </span>
                  </span>
                  <BatchAction
                    batch={batch}
                    isBusy={undo.isPending && undo.variables.id === batch.id}
                    onUndo={() => void confirmUndo(batch)}
                  />
                </li>
              ))}
            </LinedList>
          )
        }
      </Loaded>
    </PageSection>
  )
}

interface ActionProps {
  batch: Batch
  isBusy: boolean
  onUndo: () => void
}

function BatchAction({ batch, isBusy, onUndo }: ActionProps) {
  if (batch.undoneAt !== null) return <Badge>Undone</Badge>
  if (!batch.canUndo) return null
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      aria-label={`Undo: ${batch.summary}`}
      busy={isBusy}
      onClick={onUndo}
    >
      Undo
    </Button>
  )
}
