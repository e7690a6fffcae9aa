import { useMutation } from '@tanstack/react-query'
import { toast } from '../app/toasts.tsx'
import { confirm } from '../ui/confirm.tsx'
import { ReasonedButton } from '../ui/ReasonedButton.tsx'
import { RECORD_SCOPE } from './use-record-form.ts'

interface Props {
  name: string
  /** Why it cannot be deleted now. */
  reason?: string | undefined
  remove: () => Promise<unknown>
  onDeleted: () => void
}

/** Deletes for good what nothing refers to; the answer names what does. */
export function DeleteButton({ name, reason, remove, onDeleted }: Props) {
  const deletion = useMutation({
    scope: RECORD_SCOPE,
    mutationFn: remove,
    onSuccess: () => {
      toast.success(`${name.charAt(0).toUpperCase()}${name.slice(1)} is deleted for good.`)
      onDeleted()
    },
  })
  const ask = async () => {
    const confirmed = await confirm({
      title: `Delete ${name} for good?`,
      text: 'Its versions go with it. This cannot be undone. Where something refers to it, nothing is deleted, and you read what does.',
      confirmLabel: 'Delete for good',
      isDangerous: true,
    })
    if (confirmed) deletion.mutate()
  }
  return (
    <ReasonedButton
      variant="danger"
      busy={deletion.isPending}
      reason={reason}
      onClick={() => void ask()}
    >
      Delete
    </ReasonedButton>
  )
}
