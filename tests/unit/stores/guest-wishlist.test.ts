import { expect } from 'vitest'
import { fillDevice } from '#tests/helpers/device-storage.ts'
import { createShopProduct, importToasts } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const importPage = async () => ({
  ...(await import('#src/stores/guest-wishlist.ts')),
  ...(await importToasts()),
})

const test = createTabTest('/shop', importPage)

const ruby = createShopProduct('ruby')

test.for(['{', 'null', '7', '{"id":"a","slug":"b"}', '[null, 7, {"id":"a"}, {"slug":"b"}]'])(
  'of what is no list of pieces, %s, nothing is shown',
  async (text, { tab }) => {
    localStorage.setItem('kairavi-wishlist', text)
    tab.navigate('/shop')
    expect((await importPage()).$guestWishlist.get()).toEqual([])
  },
)

test('without room on the device, a visitor is told that the piece is not kept', async ({
  tab,
}) => {
  fillDevice()
  tab.navigate('/shop')
  const page = await importPage()
  page.addAsGuest(ruby)
  expect(page.$guestWishlist.get()).toEqual([])
  expect(page.takeToasts()).toEqual(['error: Something went wrong while adding to wishlist'])
})

test.for(['{', '7', '{"length":1}'])(
  'a visitor is prompted where the prompts of before cannot be read: %s',
  async (text, { page }) => {
    sessionStorage.setItem('kairavi-wishlist-prompts', text)
    page.addAsGuest(ruby)
    expect(page.takeToasts()).toHaveLength(1)
  },
)
