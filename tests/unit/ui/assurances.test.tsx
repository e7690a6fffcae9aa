import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { productPage } from '#src/content/product-page.ts'
import { Assurances } from '#src/ui/product/Assurances.tsx'

test.each([
  [99_999, false],
  [100_000, true],
])('a piece of ₹%i names its proof and a person: %s; every piece its returns', (price, isNamed) => {
  const technicalDetails = { Hallmark: 'BIS hallmark 750 with HUID' }
  const advice = { phone: '+91 141 555 0142', whatsapp: '', appointmentUrl: '' }
  const html = renderToStaticMarkup(
    <Assurances
      product={{ title: 'Ekta', price, technicalDetails }}
      texts={productPage}
      advice={advice}
    />,
  )
  for (const text of ['How to check it', 'tel:+911415550142'])
    expect(html.includes(text)).toBe(isNamed)
  expect(html).toContain('href="/shipping-returns#returns"')
})
