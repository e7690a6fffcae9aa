import { cleanStores } from 'nanostores'
import { expect } from 'vitest'
import { MAX_SEARCH_LENGTH } from '#src/rules/constants.ts'
import { fillDevice } from '#tests/helpers/device-storage.ts'
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

test('a logout deletes what a visitor looked for, liked and typed', async ({ tab, page }) => {
  page.addRecentSearch('ring')
  page.addRecentProduct('ruby')
  const kept = ['wishlist', 'pincode', 'review', 'message', 'partner'].map(
    (name) => `kairavi-${name}`,
  )
  for (const area of [localStorage, sessionStorage]) for (const key of kept) area.setItem(key, '[]')
  await tab.signIn()
  await page.currentUser()
  await page.signOut()
  const left = kept.filter((key) => localStorage.getItem(key) ?? sessionStorage.getItem(key))
  expect(left).toEqual([])
  for (const name of ['searches', 'viewed'])
    expect(localStorage.getItem(`kairavi-${name}`)).toBeNull()
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
