// A page may be left, or shown, before its view transition begins: the browser then rejects promises
// of it that no script was given. No harm is done, and nothing need be said.
addEventListener('unhandledrejection', (event) => {
  const { reason } = event
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
})
