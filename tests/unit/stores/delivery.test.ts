import { expect, vi } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { toDay } from '#src/rules/dates.ts'
import { WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const importPage = async () => ({
  ...(await import('#src/stores/delivery.ts')),
  ...(await import('#src/stores/session.ts')),
})

const test = createTabTest('/product/ruby', importPage, { slug: 'ruby' })

const home = { pincode: '302002', country: 'India' }

test('the default address gives the pincode, until the shopper gives another', async ({
  tab,
  page,
}) => {
  await tab.signIn()
  await page.currentUser()
  const shown: (string | undefined)[] = []
  page.$delivery.subscribe((delivery) => shown.push(delivery?.pincode))
  const expectShown = (pincode: string | undefined) =>
    vi.waitFor(() => expect(shown.at(-1)).toBe(pincode), WAIT)

  page.updateLocalUser(home)
  await expectShown('302002')
  expect(page.formatDelivery(page.$delivery.get(), false)).toMatch(/^Free delivery .+ to 302002$/)
  expect(await page.setPincode('400020')).toBe(true)
  await expectShown('400020')
  expect(await page.setPincode('100001')).toBe(false)
  expect(shown.at(-1)).toBe('400020')

  // The pincode of the address again: a later change of the address counts.
  await page.setPincode('302002')
  page.updateLocalUser({ pincode: '560001' })
  await expectShown('560001')
  page.updateLocalUser({ pincode: '238801', country: 'Singapore' })
  await expectShown(undefined)
})

test('the days that the page names as closed bring nothing', async ({ page }) => {
  const readRange = async () => {
    await page.setPincode('302002')
    await vi.waitFor(() => expect(page.$delivery.get()?.range).toBeTruthy(), WAIT)
    const range = page.$delivery.get()?.range
    await page.setPincode('400020')
    return range
  }
  const stop = page.$delivery.subscribe(() => {})
  const open = await readRange()
  const days = Array.from({ length: 30 }, (_, index) => toDay(Date.now() + index * DAY_MS))
  const main = { dataset: { closedDays: days.join(' ') } }
  vi.stubGlobal('document', { getElementById: () => main, removeEventListener: () => {} })
  expect(await readRange()).not.toBe(open)
  stop()
  vi.unstubAllGlobals()
})
