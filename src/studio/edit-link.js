// @ts-check
// A link on each page of the shop to the form that has its texts. Only editors get it
// (src/run/serve-static.ts). A text that was selected, e.g. by a double press on a wrong word, is named.
{
  /** Longer texts are found by their beginning. */
  const MAX_LENGTH = 300
  const link = document.createElement('a')
  link.textContent = 'Edit this page'
  link.accessKey = 'e'
  link.className = 'label'
  Object.assign(link.style, {
    position: 'fixed',
    // At the edge, over no bar of the page.
    left: '0',
    top: '40%',
    writingMode: 'vertical-rl',
    rotate: '180deg',
    zIndex: 'var(--z-preview-banner)',
    padding: '1rem 0.75rem',
    color: 'var(--color-page)',
    background: 'var(--color-ink)',
  })

  /** The block around the selection, and whether it belongs to the page rather than to header or footer. */
  const readSelection = () => {
    const selection = getSelection()
    const node = selection?.isCollapsed === false ? selection.anchorNode : null
    const block = node?.parentElement?.closest(
      'p, li, h1, h2, h3, h4, dt, dd, td, th, summary, a, div',
    )
    const text = block?.textContent?.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH) ?? ''
    return { text, isInMain: !text || block?.closest('main') !== null }
  }

  const update = () => {
    const { text, isInMain } = readSelection()
    const query = new URLSearchParams({ ...(isInMain && { path: location.pathname }), text })
    link.href = `/studio/edit?${query}`
  }
  update()
  // A press on the link ends the selection, after it was read.
  document.addEventListener('selectionchange', () => {
    if (document.activeElement !== link && !link.matches(':active')) update()
  })
  const part = document.createElement('nav')
  part.ariaLabel = 'Studio'
  part.append(link)
  document.body.append(part)
}
