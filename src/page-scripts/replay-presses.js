// A press before hydration is stored and repeated once its island, or the script of its page, handles it.
// Where the script of an island does not come, the press says so.
{
  const root = document.documentElement
  const pending = new Set()
  const failed = new Set()

  const showFailure = () => {
    let message = document.querySelector('.load-failure')
    if (message) return
    message = document.createElement('p')
    message.className = 'load-failure'
    message.role = 'alert'
    const link = document.createElement('a')
    link.href = ''
    link.textContent = 'Reload the page'
    message.append('A part of this page could not be loaded. ', link)
    document.body.append(message)
  }

  const replay = (event, control, repeat) => {
    // What is in a slot of an island is static.
    const place = control.closest('astro-slot, astro-island')
    const island = place?.matches('astro-island') && place
    const isPending = island ? island.hasAttribute('ssr') : root.dataset.pageScript
    if (!event.isTrusted || !isPending) return
    event.preventDefault()
    if (island && failed.has(island)) showFailure()
    if (pending.has(control) || failed.has(island)) return
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

  // Astro has tried twice. A form that waits for its island cannot be sent, so this is said before a press.
  const onFailure = ({ target: island }) => {
    failed.add(island)
    const waiting = [...pending].filter((control) => island.contains(control))
    for (const control of waiting) {
      pending.delete(control)
      control.ariaBusy = null
    }
    if (waiting.length > 0 || island.querySelector('form')) showFailure()
  }

  document.addEventListener('astro:hydration-error', onFailure)
  document.addEventListener('click', onClick, true)
  document.addEventListener('submit', onSubmit, true)
}
