import { TOAST_LIMIT, TOAST_MS, TOAST_SUCCESS_MS } from '#src/rules/constants.ts'
import {
  $dismissedToasts,
  $waitingToasts,
  showStoredToast,
  type Toast,
  takeToasts,
} from '#src/stores/toasts.ts'

// The toast area: toasts at the top centre, at most 20, each for its duration (spec §8).

const FADE_MS = 150

/** By the id of the toast. */
const shown = new Map<number, HTMLElement>()

function hide(id: number): void {
  const toast = shown.get(id)
  shown.delete(id)
  void toast?.animate({ opacity: 0 }, FADE_MS).finished.finally(() => toast.remove())
}

/** A toast stays while it is hovered or has the focus, and while the page is hidden. */
function hideLater(id: number, ms: number): void {
  setTimeout(() => {
    if (document.hidden || shown.get(id)?.matches(':hover, :focus-within')) hideLater(id, ms)
    else hide(id)
  }, ms)
}

function createParagraph(text: string): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  return paragraph
}

function createToast({ id, kind, text, action, piece }: Toast): HTMLElement {
  const toast = document.createElement('div')
  toast.dataset['toast'] = kind
  const words = document.createElement('div')
  words.append(createParagraph(text))
  toast.append(words)
  if (piece) {
    // The mini cart: what was added.
    words.append(createParagraph(piece.title))
    const picture = new Image(40, 50)
    picture.alt = ''
    picture.src = piece.image
    if (piece.image) toast.prepend(picture)
  }
  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = action.label
    button.addEventListener('click', action.onPress)
    toast.append(button)
  }
  toast.addEventListener('click', () => hide(id))
  return toast
}

/** Shows a toast above the earlier ones. */
function show(toast: Toast, area: Element): void {
  const { id, kind } = toast
  const element = createToast(toast)
  shown.set(id, element)
  area.prepend(element)
  const [oldest] = shown.keys()
  if (shown.size > TOAST_LIMIT && oldest !== undefined) hide(oldest)
  if (kind !== 'loading') hideLater(id, kind === 'success' ? TOAST_SUCCESS_MS : TOAST_MS)
}

const area = document.querySelector('[data-toasts]')

if (area) {
  area.role = 'log'
  area.ariaLabel = 'Notifications, Alt+T'
  showStoredToast()
  $waitingToasts.subscribe(() => {
    for (const toast of takeToasts()) show(toast, area)
  })
  $dismissedToasts.subscribe((ids) => ids.forEach(hide))
  // Alt+T moves the focus to the latest toast's button: Tab may take longer than it is shown.
  addEventListener('keydown', (event) => {
    if (!event.altKey || event.code !== 'KeyT') return
    event.preventDefault()
    area.querySelector('button')?.focus()
  })
}
