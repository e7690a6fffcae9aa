import { expect, vi } from 'vitest'
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

test('without room for it, the chosen theme applies to its page, and the one before to no other', async ({
  page,
}) => {
  page.$theme.set('light')
  const [shown, { getItem }] = [[] as unknown[], localStorage]
  page.$theme.listen((theme) => shown.push(theme))
  vi.stubGlobal('localStorage', {
    getItem,
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  page.$theme.set('dark')
  expect([page.$theme.get(), shown]).toEqual(['dark', ['dark']])
  expect(localStorage.getItem(THEME_KEY)).toBeNull()
})
