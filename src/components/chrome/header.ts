import { HEADER_COMPACT_AFTER_PX } from '#src/rules/constants.ts'
import { searchPath } from '#src/rules/paths.ts'

const header = document.querySelector('.site-header')
const searchBox = document.querySelector<HTMLElement>('#search-box')
const menu = document.querySelector<HTMLDialogElement>('#side-menu')
const menuButton = document.querySelector<HTMLButtonElement>('[data-menu-open]')

const updateHeader = () =>
  header?.toggleAttribute('data-compact', window.scrollY > HEADER_COMPACT_AFTER_PX)

addEventListener('scroll', updateHeader, { passive: true })
updateHeader()

function submitSearch(event: SubmitEvent): void {
  event.preventDefault()
  const { currentTarget: form } = event
  if (!(form instanceof HTMLFormElement)) return
  const term = String(new FormData(form).get('search') ?? '').trim()
  if (!term) return
  form.closest<HTMLElement>('[popover]')?.hidePopover()
  form.closest('dialog')?.close()
  location.assign(searchPath(term))
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-search-form]')) {
  form.addEventListener('submit', submitSearch)
  const input = form.querySelector('input')
  // Suggestions are loaded when they are needed.
  input?.addEventListener(
    'focus',
    async () => (await import('./search-suggestions.ts')).addSuggestions(input),
    { once: true },
  )
}

// By default the first Escape in a search field only clears it; here it closes the box.
searchBox?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  event.preventDefault()
  searchBox.hidePopover()
})

if (menu && menuButton) {
  menuButton.addEventListener('click', () => {
    menu.showModal()
    menuButton.setAttribute('aria-expanded', 'true')
  })
  menu.addEventListener('close', () => {
    menuButton.setAttribute('aria-expanded', 'false')
    menuButton.focus()
  })
  menu.addEventListener('click', ({ target }) => {
    // The content fills the dialog, so only its backdrop makes the dialog itself the target.
    const closes = target instanceof Element && target.closest('[data-menu-close], a')
    if (target === menu || closes) menu.close()
  })
  matchMedia('(min-width: 64rem)').addEventListener('change', () => menu.close())
}
