import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { EditorProduct } from '#src/contract/editor.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { ScheduleDialog } from '../launches/ScheduleDialog.tsx'
import { reloadCatalog, updateCachedProduct } from '../product-list/catalog.ts'
import { startSave } from '../publish/publish-state.ts'
import { DeleteButton } from '../record/DeleteButton.tsx'
import { RECORD_SCOPE } from '../record/use-record-form.ts'
import { confirm } from '../ui/confirm.tsx'
import { NOT_SAVED, ReasonedButton } from '../ui/ReasonedButton.tsx'

interface Props {
  product: EditorProduct
  isDirty: boolean
  onChange: (product: EditorProduct) => void
}

/** Archive, restore and copy, which leave the fields of the form as they are. */
export function ProductActions({ product, isDirty, onChange }: Props) {
  const [isScheduling, setScheduling] = useState(false)
  const { id, archived, entry } = product

  const [, navigate] = useLocation()
  const setArchived = useMutation({
    scope: RECORD_SCOPE,
    mutationFn: async () => {
      const save = startSave()
      const path = archived
        ? ('POST /editor/products/:id/restore' as const)
        : ('POST /editor/products/:id/archive' as const)
      return { save, changed: (await request(path, { param: id })).product }
    },
    onSuccess: ({ save, changed }) => {
      onChange(changed)
      updateCachedProduct(changed, save)
      toast.success(archived ? `${entry.title} is on sale again.` : `${entry.title} is archived.`)
    },
  })
  const confirmArchive = async () => {
    const confirmed =
      archived ||
      (await confirm({
        title: `Archive ${entry.title}?`,
        text: 'Its page says that the piece is no longer sold. It can be restored at any time.',
        confirmLabel: 'Archive',
      }))
    if (confirmed) setArchived.mutate()
  }
  const duplicate = useMutation({
    mutationFn: () => request('POST /editor/products/:id/duplicate', { param: id }),
    onSuccess: ({ product: copy }) => {
      toast.success('This is the copy. It is archived until you restore it.')
      navigate(`/products/${copy.id}`)
    },
  })
  const deletion = {
    remove: () => request('DELETE /editor/products/:id', { param: id }),
    onDeleted: () => {
      void reloadCatalog()
      navigate('/products', { replace: true })
    },
  }
  const busy = setArchived.isPending || duplicate.isPending
  const reason = isDirty ? NOT_SAVED : undefined

  return (
    <>
      <Button variant="secondary" onClick={() => setScheduling(true)}>
        Schedule
      </Button>
      {isScheduling && <ScheduleDialog product={product} onClose={() => setScheduling(false)} />}
      <ReasonedButton
        variant="secondary"
        busy={busy}
        reason={reason}
        onClick={() => duplicate.mutate()}
      >
        Duplicate
      </ReasonedButton>
      <ReasonedButton
        variant="secondary"
        busy={busy}
        reason={reason}
        onClick={() => void confirmArchive()}
      >
        {archived ? 'Restore' : 'Archive'}
      </ReasonedButton>
      {archived && <DeleteButton name={entry.title} reason={reason} {...deletion} />}
    </>
  )
}
