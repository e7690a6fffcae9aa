import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasRight } from '#src/contract/values.ts'
import { findScreens, SCREENS } from '#src/studio/search/screens.ts'

test.for([
  ['import', 'Import'],
  ['Audit log', 'Team'],
  ['second factor', 'Security'],
  ['undo', 'Releases'],
  ['orders', 'Orders'],
  ['export orders', 'Orders'],
  ['synonym', 'Searches'],
  ['photos', 'Pictures'],
] as const)('finds by %s the screen %s first', ([text, label]) => {
  expect(findScreens(text)[0]?.label).toBe(label)
})

test('the menu has screens alone, and each screen is a page', () => {
  const app = readFileSync('src/studio/app/App.tsx', 'utf8')
  const pages = [...app.matchAll(/toPage\((?:'(\/[a-z]+)'|PRODUCTS_PATH)/g)].map(
    ([, path = '/products']) => path,
  )
  expect(pages.toSorted()).toEqual(SCREENS.map(({ path }) => path).toSorted())
})

test.for([
  ['packer', ['/orders', '/products', '/security']],
  ['editor', SCREENS.map(({ path }) => path).filter((path) => !/customers|team/.test(path))],
  ['admin', SCREENS.map(({ path }) => path)],
] as const)('a %s has these screens', ([role, paths]) => {
  const screens = SCREENS.filter(({ right }) => hasRight(role, right))
  expect(screens.map(({ path }) => path)).toEqual(paths)
})
