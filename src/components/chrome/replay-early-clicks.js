// A click before hydration is stored and replayed once its island or the page's scripts handle it.
{
  const pendingControls = new Set()

  const replayOn = (control, target, event) => {
    if (pendingControls.has(control)) return
    pendingControls.add(control)
    control.ariaBusy = 'true'
    const replay = () => {
      pendingControls.delete(control)
      control.ariaBusy = null
      control.click()
    }
    target.addEventListener(event, replay, { once: true })
  }

  document.addEventListener(
    'click',
    (event) => {
      const { isTrusted, target } = event
      const ready = document.documentElement.dataset.scripts
      const control =
        isTrusted &&
        target.closest('button[type=button]:not([popovertarget]), a[data-enlarge], a[data-explore]')
      if (!control) return
      // What is in a slot of an island is static.
      const island = control.closest('astro-slot, astro-island[ssr]')
      if (island?.matches('astro-island')) replayOn(control, island, 'astro:hydrate')
      else if (!ready && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
        event.preventDefault()
        replayOn(control, document, 'scripts-ready')
      }
    },
    true,
  )
}
