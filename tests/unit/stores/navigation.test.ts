import { describe, expect } from 'vitest'
import { createShopProduct } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const importPage = async () => ({
  ...(await import('#src/stores/intent.ts')),
  ...(await import('#src/stores/navigation.ts')),
})
type Page = Awaited<ReturnType<typeof importPage>>

const test = createTabTest('/login', importPage)

const user = { address: '', role: 'customer' } as const
const editor = { ...user, role: 'editor' } as const
const VERIFY = '/verify-email?next=%2Fcart'

test.for<[what: string, at: string, act: (page: Page) => void, to: string]>([
  ['a sign-in', '/login', (page) => page.redirectAfterSignIn(user), '/complete-profile'],
  ['a sign-in', '/login?next=%2Fcart', (page) => page.redirectAfterSignIn(user), '/cart'],
  ['an editor', '/login', (page) => page.redirectAfterSignIn(editor), '/studio'],
  ['a sign-up', '/signup?next=%2Fcart', (page) => page.redirectToVerifyEmail(), VERIFY],
  ['a profile', '/complete-profile', (page) => page.redirectAfterProfile(), '/'],
  ['a profile', '/complete-profile?next=%2Fcart', (page) => page.redirectAfterProfile(), '/cart'],
  ['a visitor', '/profile', (page) => page.redirectToLogin('/profile'), '/login?next=%2Fprofile'],
])('%s at %s is redirected', async ([, address, act, to], { tab }) => {
  tab.navigate(address)
  act(await importPage())
  expect(tab.visited).toEqual([to])
})

test('without a next page, the page of the intent comes next', async ({ tab }) => {
  tab.navigate('/product/ruby')
  const product = await importPage()
  product.keepIntent({ kind: 'add', product: createShopProduct('ruby') })
  tab.navigate('/login')
  const page = await importPage()
  expect(page.nextPath()).toBe('/product/ruby')
  tab.navigate('/login?next=%2Fcart')
  expect(page.nextPath()).toBe('/cart')
})

describe('a page that is left by a logout', () => {
  const show = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted })

  test.for([
    [true, ['/login?next=%2Fprofile']],
    [false, []],
  ] as const)(
    'shows the login once it is restored from the cache: %s',
    ([persisted, visited], { tab, page }) => {
      page.$signedOut.set(true)
      page.redirectToLogin('/profile')
      expect(tab.visited).toEqual([])
      tab.dispatch(show(persisted))
      tab.dispatch(show(true))
      expect(tab.visited).toEqual(visited)
    },
  )
})

test('the browser asks before unsaved changes are left', ({ tab, page }) => {
  const mayLeave = () => tab.dispatch(new Event('beforeunload', { cancelable: true }))
  expect(mayLeave()).toBe(true)
  page.warnOnLeave()
  expect(mayLeave()).toBe(false)
  page.allowLeave()
  expect(mayLeave()).toBe(true)
})
