import { type FormEvent, useState } from 'react'
import { categoryLabel } from '#src/rules/categories.ts'
import { count } from '#src/rules/count.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SelectField } from '#src/ui/Field.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { useCall } from '../app/api.ts'
import { useKnownProducts } from '../product-list/catalog.ts'
import { DialogActions } from '../ui/DialogActions.tsx'

interface Props {
  /** The address of the category. */
  category: string
  name: string
  onArchive: (moveTo: string | undefined) => void
  onClose: () => void
}

/** Asks where the pieces of a category go before it leaves the shop. */
export function ArchiveCategory({ category, name, onArchive, onClose }: Props) {
  const pieces = useKnownProducts().filter((item) => item.category === category)
  const { data } = useCall('GET /editor/content')
  const others = (data?.records ?? []).flatMap(({ kind, slug, title, archived }) =>
    kind === 'category' && !archived && slug !== null && slug !== category
      ? { address: slug, title }
      : [],
  )
  const [moveTo, setMoveTo] = useState('')
  const hasPieces = pieces.length > 0
  const { errorOf, check } = useFields({
    'move-to': hasPieces ? findMissing(moveTo, 'Choose a category.') : undefined,
  })
  const archive = (event: FormEvent) => {
    event.preventDefault()
    if (check()) onArchive(hasPieces ? moveTo : undefined)
  }
  return (
    <Dialog title={`Archive ${name}?`} onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={archive}>
        <p className="text-body-sm text-muted">
          {hasPieces
            ? `${count(pieces.length, 'piece')} ${pieces.length === 1 ? 'is' : 'are'} in it. Its address leads to where they go.`
            : 'No piece is in it. Its address leads to the collection.'}{' '}
          The dashboard lists the links to it. It can be restored at any time.
        </p>
        {hasPieces && (
          <SelectField
            label="Its pieces go to"
            name="move-to"
            required
            value={moveTo}
            error={errorOf('move-to')}
            onChange={(event) => setMoveTo(event.target.value)}
          >
            <option value="">Please choose</option>
            {others.map(({ address, title }) => (
              <option key={address} value={address}>
                {title || categoryLabel(address)}
              </option>
            ))}
          </SelectField>
        )}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Archive</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
