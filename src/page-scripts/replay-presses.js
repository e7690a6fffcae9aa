// A press before hydration is stored and repeated once its island, or the script of its page, handles it.
{
  const root = document.documentElement
  const pending = new Set()

  const replay = (event, control, repeat) => {
    // What is in a slot of an island is static.
    const place = control.closest('astro-slot, astro-island')
    const island = place?.matches('astro-island') && place
    const isPending = island ? island.hasAttribute('ssr') : root.dataset.pageScript
    if (!event.isTrusted || !isPending) return
    event.preventDefault()
    if (pending.has(control)) return
    pending.add(control)
    control.ariaBusy = 'true'
    const run = () => {
      pending.delete(control)
      control.ariaBusy = null
      repeat()
    }
    if (island) island.addEventListener('astro:hydrate', run, { once: true })
    else root.addEventListener('page-script', run, { once: true })
  }

  const onClick = (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event
    const control = target.closest('button[type=button]:not([popovertarget]), a[data-enlarge]')
    if (control && !metaKey && !ctrlKey && !shiftKey) replay(event, control, () => control.click())
  }

  // A form with an address works without its island.
  const onSubmit = (event) => {
    const { target: form, submitter } = event
    if (!form.hasAttribute('action')) replay(event, form, () => form.requestSubmit(submitter))
  }

  document.addEventListener('click', onClick, true)
  document.addEventListener('submit', onSubmit, true)
}
