import { useState } from 'react'
import type { EditorProduct } from '#src/contract/editor.ts'
import { call } from '../api.ts'
import { noteSaved } from '../products/catalogue.ts'
import { beginSave } from '../publish/publish-state.ts'
import { navigate } from '../router.ts'
import { ScheduleDialog } from '../schedule/SchedulePage.tsx'
import { toast } from '../toasts.tsx'
import { Tool } from '../ui/controls.tsx'
import { confirm } from '../ui/Dialog.tsx'

interface Props {
  product: EditorProduct
  isDirty: boolean
  onChange: (product: EditorProduct) => void
}

/** Archive, restore and copy, which leave the fields of the form as they are. */
export function ProductActions({ product, isDirty, onChange }: Props) {
  const [busy, setBusy] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  const { id, archived, entry } = product

  const setArchived = async () => {
    const confirmed =
      archived ||
      (await confirm({
        title: `Archive ${entry.title}?`,
        text: 'Its page says that the piece is no longer sold. It can be restored at any time.',
        confirmLabel: 'Archive',
      }))
    if (!confirmed) return
    setBusy(true)
    const save = beginSave()
    const result = archived
      ? await call('POST /editor/products/:id/restore', { id })
      : await call('POST /editor/products/:id/archive', { id })
    setBusy(false)
    if (!result.ok) return toast.error(result.message)
    onChange(result.body.product)
    noteSaved(result.body.product, save)
    toast.success(archived ? `${entry.title} is on sale again.` : `${entry.title} is archived.`)
  }
  const duplicate = async () => {
    setBusy(true)
    const result = await call('POST /editor/products/:id/duplicate', { id })
    setBusy(false)
    if (!result.ok) return toast.error(result.message)
    toast.success('This is the copy. It is archived until you restore it.')
    await navigate(`/products/${result.body.product.id}`)
  }

  return (
    <>
      <Tool onClick={() => setScheduling(true)}>Schedule</Tool>
      {isScheduling && <ScheduleDialog product={product} onClose={() => setScheduling(false)} />}
      <Tool busy={busy} disabled={isDirty} onClick={() => void duplicate()}>
        Duplicate
      </Tool>
      <Tool busy={busy} disabled={isDirty} onClick={() => void setArchived()}>
        {archived ? 'Restore' : 'Archive'}
      </Tool>
    </>
  )
}
