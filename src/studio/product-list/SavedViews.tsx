import { useRef, useState } from 'react'
import { isRecord } from '#src/rules/is-record.ts'
import { defineKey, keepItem, readItem } from '#src/stores/storage.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { toast } from '../app/toasts.tsx'
import { useDraft } from '../record/use-draft.ts'
import { ViewButton } from '../ui/controls.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { useRovingFocus } from '../ui/roving-focus.ts'
import { PRODUCTS, type View } from './view.ts'

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

const KEY = defineKey('kairavi-studio-views', 'until logout')

/** Entries of another form are left out. */
const readViews = (): SavedView[] => (readItem(KEY, Array.isArray) ?? []).filter(isView)

function writeViews(views: SavedView[]): void {
  if (!keepItem(KEY, views))
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
  const current = PRODUCTS.toQuery(view)
  const nav = useRef<HTMLElement>(null)
  useRovingFocus(nav)
  const change = (views: SavedView[]) => {
    setOwn(views)
    writeViews(views)
  }
  const known = [...BUILT_IN, ...own].some(({ search }) => search === current)
  return (
    <nav
      ref={nav}
      aria-label="Saved views"
      className="-mx-4 flex items-center gap-x-1 overflow-x-auto px-4 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {[...BUILT_IN, ...own].map(({ name, search }, index) => (
        <span key={`${name} ${search}`} className="inline-flex shrink-0 items-center">
          <ViewButton
            aria-pressed={search === current}
            onClick={() => onChoose(PRODUCTS.parse(search))}
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
  const { typed, change, clear } = useDraft('view-name')
  const { name = '' } = typed
  const { errorOf, check } = useFields({ 'view-name': findMissing(name) })
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <DialogForm
        submitLabel="Save"
        onSubmit={() => {
          if (!check()) return
          clear()
          onName(name.trim())
        }}
      >
        <Field
          label="Name"
          name="view-name"
          required
          maxLength={40}
          value={name}
          error={errorOf('view-name')}
          onChange={(event) => change({ name: event.target.value })}
        />
      </DialogForm>
    </Dialog>
  )
}
