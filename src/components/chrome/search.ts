import { searchPath } from '#src/rules/paths.ts'

function submit(event: SubmitEvent): void {
  event.preventDefault()
  const { currentTarget: form } = event
  if (!(form instanceof HTMLFormElement)) return
  const term = String(new FormData(form).get('search') ?? '').trim()
  if (!term) return
  form.closest<HTMLElement>('[popover]')?.hidePopover()
  form.closest('dialog')?.close()
  location.assign(searchPath(term))
}

const box = document.querySelector<HTMLElement>('#search-box')
// A search field keeps the first Escape to clear itself; here it closes the box.
box?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  event.preventDefault()
  box.hidePopover()
})

for (const form of document.querySelectorAll<HTMLFormElement>('[data-search-form]'))
  form.addEventListener('submit', submit)
