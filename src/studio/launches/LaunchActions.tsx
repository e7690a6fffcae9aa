import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LaunchDetail } from '#src/contract/launches.ts'
import { count } from '#src/rules/count.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { followSave, startSave } from '../publish/publish-state.ts'

import { confirm } from '../ui/confirm.tsx'
import { ReasonedButton } from '../ui/ReasonedButton.tsx'
import { refreshLaunches } from './draft-form.ts'
import { countDrafts, isNotLive, isRefused } from './launch-state.tsx'

const STEPS = {
  publish: 'POST /editor/launches/:id/publish',
  end: 'POST /editor/launches/:id/end',
  keep: 'POST /editor/launches/:id/keep',
} as const

type Step = keyof typeof STEPS

const DONE: Record<Step, (name: string) => string> = {
  publish: (name) => `${name} goes live.`,
  end: (name) => `${name} has ended.`,
  keep: (name) => `The changes of ${name} are kept.`,
}

/** Why a launch cannot go live now; undefined if it can. */
function refuseStart(items: LaunchDetail['items']): string | undefined {
  if (items.length === 0) return 'It has no draft yet.'
  return items.every(isRefused) ? 'No draft can go live as saved.' : undefined
}

/** Says how many records leave the site; empty without one. */
function describeLeaving(
  items: LaunchDetail['items'],
  action: LaunchDetail['items'][number]['action'],
): string {
  const leaving = items.filter(
    (item) =>
      item.action === action && item.archived === (action === 'restore') && !isRefused(item),
  )
  if (leaving.length === 0) return ''
  return ` ${count(leaving.length, 'record')} ${leaving.length === 1 ? 'leaves' : 'leave'} the site.`
}

/** Going live, ending, keeping what is live, and deleting. */
export function LaunchActions({ launch }: { launch: LaunchDetail }) {
  const { id, name, items } = launch
  const [, navigate] = useLocation()
  const follow = { onSettled: refreshLaunches }
  const run = useMutation({
    mutationFn: async (step: Step) => {
      const save = startSave()
      await request(STEPS[step], { param: id })
      return save
    },
    onSuccess: (save, step) => {
      followSave(save, { title: name, path: '' })
      toast.success(DONE[step](name))
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
      <>
        <Button
          variant="secondary"
          busy={run.isPending}
          onClick={() =>
            void ask(
              {
                title: `Keep the changes of ${name}?`,
                text: 'Its values are saved into the records, and the launch ends. This can be undone in the releases.',
                confirmLabel: 'Keep',
              },
              () => run.mutate('keep'),
            )
          }
        >
          Keep the changes
        </Button>
        <Button
          variant="danger"
          busy={run.isPending}
          onClick={() =>
            void ask(
              {
                title: `End ${name} now?`,
                text: `The shop shows the values of the records again, with all that was saved meanwhile.${describeLeaving(items, 'restore')}`,
                confirmLabel: 'End',
              },
              () => run.mutate('end'),
            )
          }
        >
          End now
        </Button>
      </>
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
        busy={run.isPending}
        reason={refuseStart(items)}
        onClick={() =>
          void ask(
            {
              title: `Publish ${name} now?`,
              text: `${
                items.length === 1
                  ? '1 draft goes live until the launch ends.'
                  : `${countDrafts(items.length)} go live at one moment, until the launch ends.`
              }${describeLeaving(items, 'archive')}`,
              confirmLabel: 'Publish',
            },
            () => run.mutate('publish'),
          )
        }
      >
        Publish now
      </ReasonedButton>
    </>
  )
}
