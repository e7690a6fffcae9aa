import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { STUDIO_PATH } from '#src/rules/paths.ts'

// On the pages of the shop, for editors alone (src/run/studio/serve-studio.ts): the link to the form that has
// the texts of the page.

/** Longer texts are found by their beginning. */
const MAX_LENGTH = 300

const BLOCKS = 'p, li, h1, h2, h3, h4, dt, dd, td, th, summary, a, div'

/** Letters that tell a word from the same one elsewhere in the text. */
const MAX_NEAR = 60

const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The text of a block up to the end of a selection. */
function readUntil(block: Element, selected: Range): string {
  const range = document.createRange()
  range.selectNodeContents(block)
  range.setEnd(selected.endContainer, selected.endOffset)
  return range.toString()
}

/** The address of the form, with the text that is selected, e.g. by a double press on a wrong word. */
function toHref(): string {
  const selection = getSelection()
  const node = selection?.isCollapsed === false ? selection.anchorNode : null
  const block = node?.parentElement?.closest(BLOCKS)
  const text = block ? toLine(block.textContent).slice(0, MAX_LENGTH) : ''
  const word = block && selection ? toLine(selection.toString()).slice(0, MAX_LENGTH) : ''
  // Header and footer show other records than the page.
  const isOfPage = !text || block?.closest('main') !== null
  const query = new URLSearchParams({ ...(isOfPage && { path: location.pathname }), text })
  if (block && selection && word) {
    query.set('word', word)
    query.set('near', toLine(readUntil(block, selection.getRangeAt(0))).slice(-MAX_NEAR))
  }
  return `${STUDIO_PATH}/edit?${query}`
}

function EditLink() {
  const link = useRef<HTMLAnchorElement>(null)
  const [href, setHref] = useState(toHref)
  useEffect(() => {
    // A press on the link ends the selection, after it was read.
    const update = () => {
      if (!link.current?.matches(':focus, :active')) setHref(toHref())
    }
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [])
  return (
    <nav aria-label="Studio">
      <a
        ref={link}
        href={href}
        className="label"
        // The style sheet of the page has no classes for it.
        style={{
          // At the left edge, clear of the bars at the bottom.
          position: 'fixed',
          left: 0,
          top: '40%',
          zIndex: 'var(--z-preview-banner)',
          writingMode: 'vertical-rl',
          rotate: '180deg',
          padding: '1rem 0.75rem',
          color: 'var(--color-page)',
          background: 'var(--color-ink)',
        }}
      >
        Edit this page
      </a>
    </nav>
  )
}

const root = document.getElementById('edit-link')
if (root) createRoot(root).render(<EditLink />)
