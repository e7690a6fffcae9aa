import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

test('knows each page of the menu, and its label', () => {
  const app = readFileSync('src/studio/app/App.tsx', 'utf8')
  const pages = [...app.matchAll(/path: '(\/[a-z]+)', label: '(\w+)'/g)]
  expect(pages.length).toBeGreaterThan(8)
  const listed = SCREENS.map(({ path, label }) => `${path} ${label}`)
  expect(listed).toEqual(expect.arrayContaining(pages.map(([, path, label]) => `${path} ${label}`)))
})
