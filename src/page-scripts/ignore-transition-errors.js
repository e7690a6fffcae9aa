// When a page is left before its view transition starts, the browser rejects the transition's
// promises. The rejection is harmless and must not reach the console.
addEventListener('unhandledrejection', (event) => {
  const { reason } = event
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
})
