import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import { describe, expect, test } from 'vitest'
import StructuredData from '#src/components/StructuredData.astro'

const NAMES = ['</script><script>alert(1)</script>', '</SCRIPT\t>', '<!--<script>', '\u2028 & "']

describe('structured data (T11)', () => {
  test.each(NAMES)('%j stays inside its script element and parses back', async (name) => {
    const container = await AstroContainer.create()
    const html = await container.renderToString(StructuredData, {
      props: { data: { '@type': 'Product', name } },
    })
    const json = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html.trim())?.[1]
    expect(JSON.parse(json ?? 'null')).toEqual({ '@type': 'Product', name })
  })
})
