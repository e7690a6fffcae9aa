import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Gallery } from '#src/islands/Gallery.tsx'

const picture = { width: 960, height: 1200, placeholder: '' }
const pictures = [
  { ...picture, base: '/api/media/a', alt: 'A ring' },
  { ...picture, base: '/api/media/b', alt: 'The ring on a hand', worn: true },
]
const render = (shown: typeof pictures) =>
  renderToStaticMarkup(<Gallery title="Ring" pictures={shown} wornLabel="As worn" />)

test('a picture on a body or in a hand has its label among the views, and others have none', () => {
  const [, first, second] = render(pictures).split('<li id=')
  expect(first).not.toContain('As worn')
  expect(second).toContain('alt="The ring on a hand"')
  expect(second).toMatch(/<p class="gallery-note">As worn<\/p>/)
  expect(render(pictures.slice(0, 1))).not.toContain('gallery-note')
})
