import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OptionPicker } from '#src/islands/product/OptionPicker.tsx'

test('each of two pickers of a page names its own error', () => {
  const size = { name: 'Size', values: ['S', 'M'] }
  const html = renderToStaticMarkup(
    ['buy-box', 'chooser'].map((id) => (
      <OptionPicker
        key={id}
        id={id}
        options={[size]}
        getState={() => undefined}
        variant={{}}
        chosen={{}}
        missing={size}
        sizeGuides={{}}
      />
    )),
  )
  const list = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, id]) => id)
  const ids = list(/ id="([^"]*)"/g)
  expect(new Set(ids).size).toBe(2)
  expect(list(/aria-describedby="([^"]*)"/g)).toEqual(ids)
})
