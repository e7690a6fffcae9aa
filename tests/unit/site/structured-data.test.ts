import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import { expect, test } from 'vitest'
import Metadata from '#src/components/chrome/Metadata.astro'

const NAMES = ['</script><script>alert(1)</script>', '</SCRIPT\t>', '<!--<script>', '\u2028 & "']

test.each(NAMES)(
  'structured data (T11): %j stays inside its script element and parses back',
  async (name) => {
    const container = await AstroContainer.create({ astroConfig: { site: 'https://shop.test' } })
    const html = await container.renderToString(Metadata, {
      props: { title: 'A', path: '/', structuredData: { '@type': 'Product', name } },
    })
    const json = /<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html.trim())?.[1]
    expect(JSON.parse(json ?? 'null')).toEqual({ '@type': 'Product', name })
  },
)
