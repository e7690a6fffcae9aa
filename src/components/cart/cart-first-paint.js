// A device without a session shows the cart of a visitor with the first paint.
try {
  if (!localStorage.getItem('__SESSION_HINT_KEY__'))
    document.documentElement.dataset.visitor = 'expected'
} catch {}
