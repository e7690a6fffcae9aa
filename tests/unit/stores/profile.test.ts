import { describe, expect, vi } from 'vitest'
import type { User } from '#src/contract/account.ts'
import {
  failNetwork,
  importToasts,
  openTab,
  rejectWith,
  respondWith,
  type Tab,
} from '#tests/helpers/tab.ts'
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
const DETAILS = {
  displayName: 'Meera Iyer',
  phone: '',
  gender: '',
  dob: '',
  addresses: [],
} as const

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
    const address = { ...HOME, isDefault: true }
    expect(findBody(tab, 'POST /users/complete-profile')).toEqual({
      uid,
      phone: '98290 12345',
      gender: 'Female',
      dob: '1990-04-12',
      addresses: [address],
      primary_address: address,
    })
    expect(page.$user.get()).toMatchObject({
      phone: '+91 98290 12345',
      gender: 'Female',
      city: 'Jaipur',
      country: '',
      primary_address: address,
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

  test.for([
    ['the server’s message', rejectWith('Hm.', 400), 'Hm.'],
    ['else "Profile update failed"', rejectWith(), 'Profile update failed'],
    ['the same without a response', failNetwork, 'Profile update failed'],
  ] as const)('fails with %s', async ([_, interceptor, message], { tab, page }) => {
    tab.intercept(/./, interceptor)
    expect(await page.completeProfile(FIRST)).toMatchObject({ ok: false, message })
  })
})

describe('editing the profile', () => {
  test('sends the default address, the first or null (§4.address-editing.2)', async ({
    tab,
    page,
  }) => {
    const findPrimaryAddress = () => {
      const { displayName, email, primary_address } = findBody(tab, 'PUT /users/update') as User
      expect([displayName, email]).toEqual(['Meera Iyer', page.$user.get()?.email])
      return primary_address
    }
    const listDefaults = () => page.$user.get()?.addresses.filter(({ isDefault }) => isDefault)
    const sea = { ...SEA, isDefault: true }
    const home = { ...HOME, isDefault: false }
    await page.updateProfile({ ...DETAILS, addresses: [home, sea] })
    expect(findPrimaryAddress()).toEqual(sea)
    expect(page.$user.get()).toMatchObject({ primary_address: sea, address: sea.address })
    expect(listDefaults()).toHaveLength(1)
    await page.updateProfile({ ...DETAILS, addresses: [home, { ...SEA, isDefault: false }] })
    expect(findPrimaryAddress()).toEqual(home)
    expect(page.$user.get()).toMatchObject({ displayName: 'Meera Iyer', address: home.address })
    expect(listDefaults()).toHaveLength(1)
    await page.updateProfile({ ...DETAILS, addresses: [] })
    expect(findPrimaryAddress()).toBeNull()
    expect(page.$user.get()).toMatchObject({ primary_address: null, address: '' })
    expect(listDefaults()).toEqual([])
  })

  test('replaces the user, with a toast on the next page', async ({ tab, page }) => {
    expect(await page.updateProfile({ ...DETAILS, addresses: [] })).toMatchObject({ ok: true })
    expect(page.$user.get()?.displayName).toBe('Meera Iyer')
    expect(page.listToasts()).toEqual([])
    tab.navigate('/profile')
    const next = await openPage()
    next.showStoredToast()
    expect(next.listToasts()).toEqual(['success: Profile updated successfully!'])
  })

  test.for([
    ['the server’s message', rejectWith('Hm.', 400), 'Hm.'],
    ['else "Failed to update profile"', rejectWith(undefined, 200), 'Failed to update profile'],
    ['"Something went wrong!" without a response', failNetwork, 'Something went wrong!'],
  ] as const)('fails with %s as a toast', async ([_, interceptor, message], { tab, page }) => {
    const before = page.$user.get()
    tab.intercept(/users\/update/, interceptor)
    const result = await page.updateProfile({ ...DETAILS, addresses: [] })
    expect(result).toMatchObject({ ok: false, message })
    expect(page.listToasts()).toEqual([`error: ${message}`])
    expect(page.$user.get()).toBe(before)
    expect(page.$user.get()?.displayName).toBe('Asha Rao')
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

describe('devices', () => {
  test('are listed, the current one first, and others can be ended', async ({ tab, page }) => {
    const listDevices = () => page.$devices.get().data ?? []
    const uid = page.$user.get()?.uid ?? ''
    const db = tab.app.deps.db
    const sessions = await db.selectFrom('session').selectAll().where('user_id', '=', uid).execute()
    const [session] = sessions
    if (!session) throw new Error('No user is signed in.')
    const other = (id: string) => ({ ...session, id, token_hash: id, device: id })
    await db
      .insertInto('session')
      .values([other('phone'), other('desk')])
      .execute()

    await page.loadDevices()
    expect(listDevices()).toHaveLength(3)
    expect(listDevices()[0]?.current).toBe(true)
    expect(await page.endDevice('phone')).toMatchObject({ ok: true })
    expect(listDevices().map(({ id }) => id)).not.toContain('phone')
    expect(await page.endDevice('phone')).toMatchObject({ ok: false })
    expect(await page.endOtherDevices()).toMatchObject({ ok: true })
    expect(listDevices().map(({ current }) => current)).toEqual([true])
  })

  test('show an error when they cannot be fetched', async ({ tab, page }) => {
    tab.goOffline()
    await page.loadDevices()
    expect(page.$devices.get().error).toBe('Your signed-in devices could not be loaded.')
  })
})

describe('the account', () => {
  test('is exported as JSON with the profile', async ({ page }) => {
    const result = await page.exportAccount()
    if (!result.ok) throw new Error(result.message)
    expect(JSON.parse(result.text)).toMatchObject({ user: { uid: page.$user.get()?.uid } })
  })

  test('is deleted only with the right confirmation', async ({ tab, page }) => {
    const email = page.$user.get()?.email ?? ''
    const rejected = await page.deleteAccount('other@visitor.example')
    expect(rejected).toMatchObject({ ok: false, field: 'confirmation' })
    expect(page.$user.get()).not.toBeNull()
    expect(await page.deleteAccount(email)).toMatchObject({ ok: true })
    expect(page.$user.get()).toBeNull()
    expect(await tab.app.deps.db.selectFrom('user').selectAll().execute()).toEqual([])
  })
})
