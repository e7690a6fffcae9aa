import { useState } from 'react'
import { isRecord } from '#src/rules/is-record.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { keepOnDevice, readKept } from '../app/device-storage.ts'
import { toast } from '../app/toasts.tsx'
import { useTextDraft } from '../record/use-text-draft.ts'
import { ViewButton } from '../ui/controls.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { DEFAULT_VIEW, parseView, toSearch, type View } from './view.ts'

interface SavedView {
  name: string
  /** The query of the view. */
  search: string
}

const BUILT_IN: SavedView[] = [
  { name: 'On sale', search: '' },
  { name: 'Low stock', search: '?stock=low&sort=stock' },
  { name: 'Sold out', search: '?stock=out' },
  { name: 'Reduced', search: '?reduced=true' },
  { name: 'Archived', search: '?state=archived' },
]

const isView = (value: unknown): value is SavedView =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['search'] === 'string'

const KEY = 'kairavi-studio-views'

/** Entries of another form are left out. */
const readViews = (): SavedView[] => (readKept(KEY, Array.isArray) ?? []).filter(isView)

function writeViews(views: SavedView[]): void {
  if (!keepOnDevice(KEY, views))
    toast.error('This browser keeps no views. Bookmark the address instead.')
}

interface Props {
  view: View
  onChoose: (view: View) => void
}

/** Views with a name: those of the studio, and the editor's own on this device. */
export function SavedViews({ view, onChoose }: Props) {
  const [own, setOwn] = useState(readViews)
  const [isNaming, setNaming] = useState(false)
  const current = toSearch(view)
  const change = (views: SavedView[]) => {
    setOwn(views)
    writeViews(views)
  }
  const known = [...BUILT_IN, ...own].some(({ search }) => search === current)
  return (
    <nav
      aria-label="Saved views"
      className="-mx-4 flex items-center gap-x-1 overflow-x-auto px-4 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {[...BUILT_IN, ...own].map(({ name, search }, index) => (
        <span key={`${name} ${search}`} className="inline-flex shrink-0 items-center">
          <ViewButton
            aria-pressed={search === current}
            onClick={() => onChoose({ ...DEFAULT_VIEW, ...parseView(search) })}
          >
            {name}
          </ViewButton>
          {index >= BUILT_IN.length && (
            <IconButton
              label={`Remove the view ${name}`}
              className="text-muted"
              onClick={() => change(own.filter((saved) => saved.search !== search))}
            >
              ×
            </IconButton>
          )}
        </span>
      ))}
      {!known && (
        <Button variant="quiet" onClick={() => setNaming(true)}>
          Save this view
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            change([...own.filter((saved) => saved.name !== name), { name, search: current }])
            setNaming(false)
          }}
        />
      )}
    </nav>
  )
}

function NameDialog({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const [name = '', setName] = useTextDraft('view-name')
  const [isAsked, setAsked] = useState(false)
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <DialogForm
        submitLabel="Save"
        onSubmit={() => {
          setAsked(true)
          if (name.trim() === '') return
          setName(undefined)
          onName(name.trim())
        }}
      >
        <Field
          label="Name"
          name="view-name"
          required
          maxLength={40}
          value={name}
          error={isAsked && name.trim() === '' ? 'Fill this in.' : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
