import { cleanStores } from 'nanostores'
import { expect, vi } from 'vitest'
import { MAX_SEARCH_LENGTH } from '#src/rules/constants.ts'
import { fillDevice } from '#tests/helpers/device-storage.ts'
import { WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const importPage = async () => ({
  ...(await import('#src/stores/recent-searches.ts')),
  ...(await import('#src/stores/session.ts')),
})

const test = createTabTest('/shop', importPage)

test('the last five searches and six products stay, newest first, each once', async ({
  tab,
  page,
}) => {
  for (const term of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) page.addRecentSearch(term)
  const longest = 'x'.repeat(MAX_SEARCH_LENGTH)
  for (const none of ['', `${longest}x`]) page.addRecentSearch(none)
  for (const slug of ['a', 'b', 'c', 'd', 'b', 'e', 'f', 'g']) page.addRecentProduct(slug)
  tab.navigate('/shop')
  const next = await importPage()
  expect(next.$recentSearches.get().join('')).toBe('febdc')
  expect(next.$recentProducts.get().join('')).toBe('gfebdc')
  next.addRecentSearch(longest)
  expect(next.$recentSearches.get()).toEqual([longest, 'f', 'e', 'b', 'd'])
  next.clearRecent()
  expect([next.$recentSearches.get(), next.$recentProducts.get()]).toEqual([[], []])
})

test('there are none at first', ({ page }) => {
  expect([page.$recentSearches.get(), page.$recentProducts.get()]).toEqual([[], []])
})

test.for(['{', '{"a":1}', '7', '["", 7, {"length":1}]'])(
  'of what cannot be read, %s, nothing is shown',
  async (text, { tab }) => {
    localStorage.setItem('kairavi-searches', text)
    tab.navigate('/shop')
    const { $recentSearches } = await importPage()
    expect($recentSearches.get()).toEqual([])
  },
)

test('a logout keeps searches and theme, and removes all else, in every tab', async ({
  tab,
  page,
}) => {
  page.addRecentSearch('ring')
  page.addRecentProduct('ruby')
  const keys = ['theme', 'viewed', 'pincode', 'order', 'cart-seen', 'pending-signup', 'form:a:b']
  const fill = () => {
    for (const area of [localStorage, sessionStorage])
      for (const name of keys) area.setItem(`kairavi-${name}`, '[]')
  }
  fill()
  await tab.signIn()
  await page.currentUser()
  const left = () => [Object.keys(tab.device).sort(), Object.keys(tab.stored)]
  const device = ['kairavi-searches', 'kairavi-theme']
  const other = new BroadcastChannel('kairavi')
  const heard: unknown[] = []
  other.onmessage = ({ data }) => void heard.push(data)
  await page.signOut()
  expect(left()).toEqual([device, ['kairavi-theme']])
  // What pages write as they are left is no more.
  tab.dispatch(new Event('pagehide'))
  expect(left()).toEqual([device, ['kairavi-theme']])
  await vi.waitFor(() => expect(heard).toContain('logout'), WAIT)

  fill()
  other.postMessage('logout')
  await vi.waitFor(() => expect(left()).toEqual([device, ['kairavi-theme']]), WAIT)
})

test('a session that expires elsewhere leaves what is typed', async ({ tab, page }) => {
  await tab.signIn()
  await page.currentUser()
  sessionStorage.setItem('kairavi-form:contact:', '{"name":"Asha"}')
  localStorage.removeItem('kairavi-session-hint')
  new BroadcastChannel('kairavi').postMessage('session')
  await vi.waitFor(() => expect(tab.listCalls(/getUserProfile/)).toHaveLength(2), WAIT)
  expect(tab.stored).toHaveProperty('kairavi-form:contact:')
})

test('on a device without room, a search and a visit of a piece go on, and nothing is kept', async ({
  tab,
}) => {
  fillDevice()
  tab.navigate('/shop')
  const page = await importPage()
  page.addRecentSearch('ring')
  page.addRecentProduct('ruby')
  const lists = [page.$recentSearches, page.$recentProducts]
  expect(lists.map((list) => list.get())).toEqual([[], []])
  // What shows them is closed, and opened once more.
  cleanStores(...lists)
  expect(lists.map((list) => list.get())).toEqual([[], []])
})
