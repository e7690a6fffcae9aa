import { expect } from 'vitest'
import { THEME_KEY } from '#src/rules/theme.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const importPage = () => import('#src/stores/theme.ts')

const test = createTabTest('/', importPage)

test('the chosen theme is stored, and an unknown one is ignored', async ({ tab, page }) => {
  expect(page.$theme.get()).toBeUndefined()
  for (const [stored, theme] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['blue', undefined],
  ]) {
    localStorage.setItem(THEME_KEY, stored ?? '')
    tab.navigate('/')
    expect((await importPage()).$theme.get()).toBe(theme)
  }
  page.$theme.set('dark')
  expect(localStorage.getItem(THEME_KEY)).toBe('dark')
})
