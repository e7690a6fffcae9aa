/** Shows why a text control of static HTML is rejected, below it; `null` removes that. */
export function showFieldError(control: HTMLInputElement, error: string | null): void {
  const id = `${control.id}-error`
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ')
  const others = ids.filter((one) => one !== '' && one !== id)
  document.getElementById(id)?.remove()
  control.ariaInvalid = String(error !== null)
  const described = [...others, ...(error === null ? [] : [id])].join(' ')
  if (described === '') control.removeAttribute('aria-describedby')
  else control.setAttribute('aria-describedby', described)
  if (error === null) return
  const message = document.createElement('p')
  message.id = id
  message.className = 'text-sm leading-snug font-medium text-danger'
  message.textContent = error
  control.parentElement?.append(message)
}
