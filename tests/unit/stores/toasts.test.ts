import { expect } from 'vitest'
import { importToasts } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const openPage = () => import('#src/stores/toasts.ts')

const test = createTabTest('/verify-email', openPage)

test('a toast for the next page is not shown by one that is hydrated while it is left', async ({
  page,
  tab,
}) => {
  page.toastOnNextPage('success', 'Your email address is verified.')
  page.showStoredToast()
  expect((await importToasts()).listToasts()).toEqual([])
  tab.navigate('/checkout')
  const next = await openPage()
  next.showStoredToast()
  expect((await importToasts()).listToasts()).toEqual(['success: Your email address is verified.'])
})
