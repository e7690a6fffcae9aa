// A click before hydration is stored and replayed once its island or the page's script handles it.
{
  const pendingButtons = new Set()
  let scriptsLoaded = false
  document.addEventListener('DOMContentLoaded', () => {
    scriptsLoaded = true
  })

  const replayOn = (button, target, event) => {
    if (pendingButtons.has(button)) return
    pendingButtons.add(button)
    button.ariaBusy = 'true'
    const replay = () => {
      pendingButtons.delete(button)
      button.ariaBusy = null
      button.click()
    }
    target.addEventListener(event, replay, { once: true })
  }

  document.addEventListener(
    'click',
    ({ isTrusted, target }) => {
      const button = isTrusted && target.closest('button[type=button]:not([popovertarget])')
      if (!button) return
      const island = button.closest('astro-island[ssr]')
      if (island) replayOn(button, island, 'astro:hydrate')
      else if (!scriptsLoaded) replayOn(button, document, 'DOMContentLoaded')
    },
    true,
  )
}
