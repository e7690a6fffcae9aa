// A press before hydration is stored and repeated once its island, or the script of its page, handles it.
// If the script of an island is not loaded, the press says so.
{
  const showFailure = () => {
    if (!document.querySelector('.load-failure'))
      document.body.insertAdjacentHTML(
        'beforeend',
        '<p class="load-failure" role="alert">A part of this page could not be loaded. <a href="">Reload the page</a>',
      )
  }

  const replay = (event, control, repeat) => {
    // The slot of an island is static.
    const place = control.closest('astro-slot, astro-island')
    const island = place?.matches('astro-island') ? place : null
    const isPending = island
      ? island.hasAttribute('ssr')
      : document.documentElement.dataset.pageScript
    if (!event.isTrusted || !isPending) return
    event.preventDefault()
    if (island?.dataset.failed) return showFailure()
    if (control.ariaBusy) return
    control.ariaBusy = 'true'
    // Another name is another meaning: a heart that is filled by now has what the press asked for.
    const name = control.ariaLabel
    const run = () => {
      control.ariaBusy = null
      // React hydrates what is pressed at once: only then its name is that of now.
      control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
      setTimeout(() => control.ariaLabel === name && repeat())
    }
    if (island) island.addEventListener('astro:hydrate', run, { once: true })
    else addEventListener('page-script', run, { once: true })
  }

  // The browser itself opens what these buttons name; one without `command` waits for the island.
  const opens =
    'commandForElement' in HTMLButtonElement.prototype
      ? '[popovertarget], [commandfor]'
      : '[popovertarget]'
  const replayed = `button[type=button]:not(${opens}), a[data-enlarge]`

  const onClick = (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event
    const control = target.closest(replayed)
    if (control && !metaKey && !ctrlKey && !shiftKey) replay(event, control, () => control.click())
  }

  // A form with an address works without its island.
  const onSubmit = (event) => {
    const { target: form, submitter } = event
    if (!form.hasAttribute('action')) replay(event, form, () => form.requestSubmit(submitter))
  }

  // Astro has tried twice. A form cannot be sent without its island, and what is loading stays so: this is said at once.
  const onFailure = ({ target: island }) => {
    island.dataset.failed = true
    const pressed = island.querySelectorAll('[aria-busy]')
    for (const control of pressed) control.ariaBusy = null
    if (pressed.length || island.querySelector('form, [role=status]')) showFailure()
  }

  addEventListener('astro:hydration-error', onFailure)
  addEventListener('click', onClick, true)
  addEventListener('submit', onSubmit, true)
}
