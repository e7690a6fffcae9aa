import { describe, expect, vi } from 'vitest'
import { importToasts, openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const HOME = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: '',
}
const SEA = {
  address: '12B, Sagar Mahal',
  city: 'Mumbai',
  state: '',
  pincode: '',
  country: 'India',
}
const FIRST = { phone: '98290 12345', gender: 'Female', dob: '1990-04-12', address: HOME } as const
const DETAILS = { displayName: 'Meera', phone: '', gender: '', dob: '', addresses: [] } as const

async function openPage() {
  const profile = await import('#src/stores/profile.ts')
  const session = await import('#src/stores/session.ts')
  const { showStoredToast } = await import('#src/stores/toasts.ts')
  const devices = await import('#src/stores/devices.ts')
  await session.startSession()
  return { ...profile, ...session, ...devices, ...(await importToasts()), showStoredToast }
}

/** `page` is that of a signed-in user. */
const test = createTabTest('/profile/edit').extend<{ page: Awaited<ReturnType<typeof openPage>> }>({
  page: async ({ tab }, use) => {
    await tab.signIn()
    await use(await openPage())
  },
})

const findBody = (tab: Tab, endpoint: string) =>
  tab.requests.findLast((request) => request.endpoint === endpoint)?.body

describe('completing the profile', () => {
  test('sends uid and the primary address, and stores the response', async ({ tab, page }) => {
    const uid = page.$user.get()?.uid
    expect(await page.completeProfile(FIRST)).toMatchObject({ ok: true })
    const { address, ...details } = FIRST
    const first = { ...address, isDefault: true }
    expect(findBody(tab, 'POST /users/complete-profile')).toEqual({
      ...{ uid, ...details, addresses: [first], primary_address: first },
    })
    expect(page.$user.get()).toMatchObject({
      ...{ phone: '+91 98290 12345', gender: 'Female', city: 'Jaipur', primary_address: first },
    })
  })

  test('without a user logs an error and sends nothing', async () => {
    await using tab = await openTab('/complete-profile')
    const page = await openPage()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await page.completeProfile(FIRST)).toEqual({ ok: false, message: '' })
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
    expect([tab.listCalls(/complete-profile/), page.listToasts()]).toEqual([[], []])
  })
})

describe('editing the profile', () => {
  test.for([
    ['the default one', [false, true], 1],
    ['else the first', [false, false], 0],
    ['else null', [], undefined],
  ] as const)(
    'sends the primary address, %s (§4.address-editing.2)',
    async ([_, marks, at], { tab, page }) => {
      const addresses = [HOME, SEA]
        .slice(0, marks.length)
        .map((one, index) => ({ ...one, isDefault: marks[index] ?? false }))
      const primary = at === undefined ? null : addresses[at]
      await page.updateProfile({ ...DETAILS, addresses })
      expect(findBody(tab, 'PUT /users/update')).toMatchObject({
        displayName: 'Meera',
        email: page.$user.get()?.email,
        primary_address: primary,
      })
      expect(page.$user.get()?.address).toBe(primary?.address ?? '')
      const defaults = page.$user.get()?.addresses.filter(({ isDefault }) => isDefault)
      expect(defaults).toHaveLength(Math.min(1, marks.length))
    },
  )

  test('replaces the user, with a toast on the next page', async ({ tab, page }) => {
    expect(await page.updateProfile({ ...DETAILS, addresses: [] })).toMatchObject({ ok: true })
    expect(page.$user.get()?.displayName).toBe('Meera')
    expect(page.listToasts()).toEqual([])
    tab.navigate('/profile')
    const next = await openPage()
    next.showStoredToast()
    expect(next.listToasts()).toEqual(['success: Profile updated successfully!'])
  })

  test.for(['{"success":true,"user":{}}', '{"success":true,"user":null}'])(
    'throws on a success without a user and keeps the user (T35): %s',
    async (body, { tab, page }) => {
      const before = page.$user.get()
      tab.intercept(/users\/update/, respondWith(200, body))
      await expect(page.updateProfile({ ...DETAILS, addresses: [] })).rejects.toThrow(TypeError)
      expect(page.$user.get()).toBe(before)
    },
  )
})

test('devices are listed, the current one first, and others can be ended', async ({
  tab,
  page,
}) => {
  const listDevices = () => page.$devices.get().data ?? []
  const { db } = tab.app.deps
  const session = await db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  const others = ['phone', 'desk'].map((id) => ({ ...session, id, token_hash: id, device: id }))
  await db.insertInto('session').values(others).execute()
  await page.loadDevices()
  expect(listDevices()).toHaveLength(3)
  expect(listDevices()[0]?.current).toBe(true)
  expect(await page.endDevice('phone')).toMatchObject({ ok: true })
  expect(listDevices().map(({ id }) => id)).not.toContain('phone')
  expect(await page.endDevice('phone')).toMatchObject({ ok: false })
  expect(await page.endOtherDevices()).toMatchObject({ ok: true })
  expect(listDevices().map(({ current }) => current)).toEqual([true])
})

test('the account is exported as JSON, and deleted only with the right confirmation', async ({
  tab,
  page,
}) => {
  const { email = '', uid } = page.$user.get() ?? {}
  const result = await page.exportAccount()
  expect(JSON.parse(result.ok ? result.text : '{}')).toMatchObject({ user: { uid } })
  const rejected = await page.deleteAccount('other@visitor.example')
  expect(rejected).toMatchObject({ ok: false, field: 'confirmation' })
  expect(page.$user.get()).not.toBeNull()
  expect(await page.deleteAccount(email)).toMatchObject({ ok: true })
  expect(page.$user.get()).toBeNull()
  expect(await tab.app.deps.db.selectFrom('user').selectAll().execute()).toEqual([])
})
