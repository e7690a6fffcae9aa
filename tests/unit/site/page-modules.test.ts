import { expect, test } from 'vitest'
import {
  collectImports,
  type ModuleImports,
  nameModules,
} from '#src/publish/render/page-modules.ts'

const island = (url: string, client: string) =>
  `<astro-island uid="1" component-url="${url}" renderer-url="/client.js" props="{&quot;a&quot;:1}" ssr client="${client}"></astro-island>`

test('a page names the scripts of its islands with all that they import, each once, and not those below the first view', () => {
  const imports: ModuleImports = {
    '/client.js': ['/react.js'],
    '/header.js': ['/react.js', '/shared.js'],
    '/buy-box.js': ['/shared.js'],
    '/reviews.js': ['/dates.js'],
  }
  const page = `<!DOCTYPE html><html lang="en-IN">${island('/header.js', 'painted')}${island('/buy-box.js', 'painted')}${island('/reviews.js', 'visible')}</html>`
  expect(String(nameModules(Buffer.from(page), imports))).toBe(
    page.replace(
      '<html',
      '<html data-modules="/react.js /shared.js /client.js /header.js /buy-box.js"',
    ),
  )
})

test('the imports of a script are those of its imports, too, the largest first', () => {
  const chunk = (fileName: string, imports: string[], size: number) => ({
    [fileName]: { type: 'chunk', fileName, imports, code: 'x'.repeat(size) },
  })
  let found: ModuleImports = {}
  const { generateBundle } = collectImports((imports) => {
    found = imports
  })
  const bundle = {
    ...chunk('page.js', ['shared.js'], 1),
    ...chunk('shared.js', ['runtime.js', 'react.js'], 2),
    ...chunk('react.js', ['runtime.js'], 9),
    ...chunk('runtime.js', [], 1),
    'style.css': { type: 'asset', fileName: 'style.css' },
  }
  if (typeof generateBundle !== 'function') throw new Error('The plugin has no generateBundle.')
  Reflect.apply(generateBundle, null, [{}, bundle])
  expect(found['/page.js']).toEqual(['/react.js', '/shared.js', '/runtime.js'])
  expect(found['/runtime.js']).toEqual([])
})
