// A press before the scripts are there is kept, and made once what it is for can answer.
{
  const kept = new Set()
  let scripted = false
  document.addEventListener('DOMContentLoaded', () => {
    scripted = true
  })

  const keep = (button, when, event) => {
    if (kept.has(button)) return
    kept.add(button)
    button.ariaBusy = 'true'
    const press = () => {
      kept.delete(button)
      button.ariaBusy = null
      button.click()
    }
    when.addEventListener(event, press, { once: true })
  }

  document.addEventListener(
    'click',
    ({ isTrusted, target }) => {
      const button = isTrusted && target.closest('button[type=button]:not([popovertarget])')
      if (!button) return
      const island = button.closest('astro-island[ssr]')
      if (island) keep(button, island, 'astro:hydrate')
      else if (!scripted) keep(button, document, 'DOMContentLoaded')
    },
    true,
  )
}
