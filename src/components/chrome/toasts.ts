import { TOAST_LIMIT, TOAST_MS, TOAST_SUCCESS_MS } from '#src/rules/constants.ts'
import {
  $dismissedToasts,
  $waitingToasts,
  showStoredToast,
  type Toast,
  takeToasts,
} from '#src/stores/toasts.ts'

// The toast area. The toaster's script loads with the first toast.

const kindClasses: Record<Toast['kind'], string> = {
  success: 'bg-gold text-gold-ink',
  error: 'bg-ruby text-ruby-ink',
  blank: 'bg-surface text-ink',
  loading: 'bg-surface text-ink',
}

function createNote({ kind, text, action }: Toast): HTMLElement {
  const note = document.createElement('p')
  note.className = `pointer-events-auto flex items-center gap-4 rounded-control px-5 py-3 text-body-sm ${kindClasses[kind]}`
  const words = document.createElement('span')
  words.textContent = text
  note.append(words)
  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'link'
    button.textContent = action.label
    button.addEventListener('click', action.onPress)
    note.append(button)
  }
  return note
}

/** The fallback when the toaster's script cannot be fetched. */
function showPlainToasts(area: HTMLElement): void {
  const notes = new Map<number, HTMLElement>()
  const hide = (id: number) => {
    notes.get(id)?.remove()
    notes.delete(id)
  }
  area.role = 'status'
  area.className =
    'pointer-events-none fixed inset-x-4 top-4 z-(--z-toasts) flex flex-col items-center gap-3'
  $waitingToasts.subscribe(() => {
    for (const toast of takeToasts()) {
      const { id, kind } = toast
      const note = createNote(toast)
      notes.set(id, note)
      area.append(note)
      const [oldest] = notes.keys()
      if (notes.size > TOAST_LIMIT && oldest !== undefined) hide(oldest)
      if (kind !== 'loading') setTimeout(hide, kind === 'success' ? TOAST_SUCCESS_MS : TOAST_MS, id)
    }
  })
  $dismissedToasts.subscribe((ids) => ids.forEach(hide))
}

const area = document.querySelector<HTMLElement>('[data-toasts]')
const loadToaster = () => import('#src/islands/toasts/mount-toaster.tsx')

if (area) {
  const stopWaiting = $waitingToasts.listen(() => {
    stopWaiting()
    loadToaster().then(
      ({ mountToaster }) => mountToaster(area),
      () => showPlainToasts(area),
    )
  })
  showStoredToast()
  // Prefetched with the first press of a button or an option, for toasts that report a lost connection.
  const prefetch = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('button, .option'))) return
    removeEventListener('pointerdown', prefetch)
    void loadToaster().catch(() => undefined)
  }
  addEventListener('pointerdown', prefetch)
}
