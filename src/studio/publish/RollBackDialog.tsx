import { useMutation } from '@tanstack/react-query'
import { count } from '#src/rules/count.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { request, useCall } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { reloadCatalog } from '../product-list/catalog.ts'
import { DialogActions } from '../ui/DialogActions.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { followSave, setPublishState, startSave } from './publish-state.ts'
import { formatRecords } from './undo-batch.ts'

interface Props {
  release: { id: string; publishedAt: string }
  /** Whether the site is rolled back to it already. */
  isPinned: boolean
  onClose: () => void
}

/** Asks whether the site alone goes back to a release, or the records that were saved since, too. */
export function RollBackDialog({ release, isPinned, onClose }: Props) {
  const { id, publishedAt } = release
  const since = useCall('GET /editor/releases/:id/changed-records', { param: id }, id)
  const rollBack = useMutation({
    mutationFn: () => request('POST /editor/releases/:id/roll-back', { param: id }),
    onSuccess: (state) => {
      setPublishState(state)
      toast.success('The site is being rolled back.')
      onClose()
    },
  })
  const putBack = useMutation({
    mutationFn: async () => {
      const save = startSave()
      const { byKind, kept } = await request('POST /editor/releases/:id/put-back', { param: id })
      return { save, byKind, kept }
    },
    onSuccess: async ({ save, byKind, kept }) => {
      const done = `${formatRecords(byKind)} put back`
      followSave(save, { title: done, path: '' })
      await reloadCatalog()
      const others = kept.map(({ title }) => title).join(', ')
      if (kept.length === 0)
        toast.success(`${done}. Undo is below, under the changes of several records.`)
      else toast.error(`${done}. These could not be put back as a whole: ${others}.`)
      onClose()
    },
  })
  const isBusy = rollBack.isPending || putBack.isPending
  return (
    <Dialog title={`Go back to ${formatInstant(publishedAt)}?`} onClose={onClose}>
      <Loaded from={since}>
        {(changed) => (
          <>
            <p className="text-body-sm wrap-anywhere">{describeChanged(changed)}</p>
            {changed.launches.length > 0 && (
              <p className="text-body-sm wrap-anywhere">
                With the records, these launches end, which started since:{' '}
                {changed.launches.map(({ name }) => name).join(', ')}.
              </p>
            )}
            {!isPinned && (
              <p className="text-body-sm text-muted">
                The site alone: shoppers see that release. The records stay as they are, and what is
                saved waits until you publish again, which brings their changes back.
              </p>
            )}
            {changed.count > 0 && (
              <p className="text-body-sm text-muted">
                The records, too: they get what they had then, with an Undo. What was sold since
                stays sold, and the next saves are published as before.
              </p>
            )}
            <DialogActions>
              <Button variant="secondary" onClick={onClose}>
                Cancel
              </Button>
              {!isPinned && (
                <Button
                  variant="secondary"
                  busy={rollBack.isPending}
                  disabled={isBusy}
                  onClick={() => rollBack.mutate()}
                >
                  Roll back the site alone
                </Button>
              )}
              {changed.count + changed.launches.length > 0 && (
                <Button busy={putBack.isPending} disabled={isBusy} onClick={() => putBack.mutate()}>
                  Put the records back, too
                </Button>
              )}
            </DialogActions>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

interface Changed {
  records: { title: string }[]
  count: number
}

function describeChanged({ records, count: number }: Changed): string {
  if (number === 0) return 'No record was saved since.'
  const titles = records.map(({ title }) => title).join(', ')
  const others = number - records.length
  const more = others > 0 ? ` and ${count(others, 'other')}` : ''
  return `Since then, ${count(number, 'record')} ${number === 1 ? 'was' : 'were'} saved: ${titles}${more}.`
}
