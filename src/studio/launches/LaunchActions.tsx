import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LaunchDetail } from '#src/contract/launches.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { followSave, startSave } from '../publish/publish-state.ts'

import { confirm } from '../ui/confirm.tsx'
import { ReasonedButton } from '../ui/ReasonedButton.tsx'
import { refreshLaunches } from './draft-form.ts'
import { countDrafts, describeRefused, isNotLive, isRefused } from './launch-state.tsx'

/** Why a launch cannot go live now; undefined if it can. */
function refuseStart(items: LaunchDetail['items']): string | undefined {
  if (items.length === 0) return 'It has no draft yet.'
  const refused = items.filter(isRefused)
  return refused.length > 0 ? describeRefused(refused) : undefined
}

/** Going live, undoing and deleting. */
export function LaunchActions({ launch }: { launch: LaunchDetail }) {
  const { id, name, items } = launch
  const [, navigate] = useLocation()
  const follow = { onSettled: refreshLaunches }
  const publish = useMutation({
    mutationFn: async () => {
      const save = startSave()
      await request('POST /editor/launches/:id/publish', { param: id })
      return save
    },
    onSuccess: (save) => {
      followSave(save, { title: name, path: '' })
      toast.success(`${name} goes live.`)
    },
    ...follow,
  })
  const undo = useMutation({
    mutationFn: async () => {
      const save = startSave()
      return { save, ...(await request('POST /editor/launches/:id/undo', { param: id })) }
    },
    onSuccess: ({ save, kept }) => {
      followSave(save, { title: name, path: '' })
      if (kept.length === 0) toast.success(`${name} is undone.`)
      else
        toast.error(
          `${name} is undone. Fields that were changed since stay: ${kept.map(({ title }) => title).join(', ')}.`,
        )
    },
    ...follow,
  })
  const remove = useMutation({
    mutationFn: () => request('DELETE /editor/launches/:id', { param: id }),
    // The list is read again; the page that is left has nothing to read.
    onSuccess: () => navigate('/launches'),
  })
  const ask = async (question: Parameters<typeof confirm>[0], then: () => void) => {
    if (await confirm(question)) then()
  }
  if (!isNotLive(launch))
    return (
      <Button
        variant="danger"
        busy={undo.isPending}
        onClick={() =>
          void ask(
            {
              title: `Undo ${name}?`,
              text: 'Its records get what they had before, at one moment. Fields that somebody has changed since stay.',
              confirmLabel: 'Undo',
            },
            undo.mutate,
          )
        }
      >
        Undo
      </Button>
    )
  return (
    <>
      <Button
        variant="secondary"
        busy={remove.isPending}
        onClick={() =>
          void ask(
            {
              title: `Delete ${name}?`,
              text: `${countDrafts(items.length)} of it ${items.length === 1 ? 'is' : 'are'} deleted, too. The shop stays as it is.`,
              confirmLabel: 'Delete',
              isDangerous: true,
            },
            remove.mutate,
          )
        }
      >
        Delete
      </Button>
      <ReasonedButton
        busy={publish.isPending}
        reason={refuseStart(items)}
        onClick={() =>
          void ask(
            {
              title: `Publish ${name} now?`,
              text:
                items.length === 1
                  ? '1 draft goes live. It can be undone.'
                  : `${countDrafts(items.length)} go live at one moment. They can be undone as one.`,
              confirmLabel: 'Publish',
            },
            publish.mutate,
          )
        }
      >
        Publish now
      </ReasonedButton>
    </>
  )
}
