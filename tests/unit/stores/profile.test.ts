import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#src/contract/account.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

beforeEach(() => {
  vi.resetModules()
})

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
  const toasts = await import('#src/stores/toasts.ts')
  const devices = await import('#src/stores/devices.ts')
  await session.startSession()
  const said = () => toasts.$waitingToasts.get().map(({ kind, text }) => `${kind}: ${text}`)
  return { ...profile, ...session, ...toasts, ...devices, said }
}

async function signedIn(): Promise<Tab> {
  const tab = await openTab('/profile/edit')
  await tab.signIn()
  return tab
}

const bodyOf = (tab: Tab, what: string) =>
  tab.requests.findLast((call) => call.endpoint === what)?.body

describe('completing the profile', () => {
  test('sends one address as the list and as the primary one, and holds the answer', async () => {
    await using tab = await signedIn()
    const page = await openPage()
    const uid = page.$user.get()?.uid
    expect(await page.completeProfile(FIRST)).toMatchObject({ ok: true })
    const address = { ...HOME, isDefault: true }
    expect(bodyOf(tab, 'POST /users/complete-profile')).toEqual({
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

  test('without a user an error is logged and nothing happens', async () => {
    await using tab = await openTab('/complete-profile')
    const page = await openPage()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await page.completeProfile(FIRST)).toEqual({ ok: false, message: '' })
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
    expect([tab.listCalls(/complete-profile/), page.said()]).toEqual([[], []])
  })

  test('the field that the server refuses is named', async () => {
    await using _tab = await signedIn()
    const page = await openPage()
    const wrong = { ...FIRST, address: { ...HOME, pincode: '012345' } }
    expect(await page.completeProfile(wrong)).toEqual({
      ok: false,
      message: 'Enter a valid 6-digit pincode.',
      field: 'addresses.0.pincode',
    })
  })

  test.each([
    ['no network', 0, ''],
    ['an answer without words', 500, '{}'],
    ['an answer that is not ours', 502, '<h1>Bad gateway</h1>'],
  ])('%s: the fallback', async (_, status, body) => {
    await using tab = await signedIn()
    const page = await openPage()
    if (status === 0) tab.goOffline()
    else tab.intercept(/./, respondWith(status, body))
    const answer = await page.completeProfile(FIRST)
    expect(answer).toMatchObject({ ok: false, message: 'Profile update failed' })
  })
})

describe('editing the profile', () => {
  test('the primary address is the default, else the first, else null (§4.address-editing.2)', async () => {
    await using tab = await signedIn()
    const page = await openPage()
    const sent = () => {
      const { displayName, email, primary_address } = bodyOf(tab, 'PUT /users/update') as User
      expect([displayName, email]).toEqual(['Meera Iyer', page.$user.get()?.email])
      return primary_address
    }
    const defaults = () => page.$user.get()?.addresses.filter(({ isDefault }) => isDefault)
    const sea = { ...SEA, isDefault: true }
    const home = { ...HOME, isDefault: false }
    await page.updateProfile({ ...DETAILS, addresses: [home, sea] })
    expect(sent()).toEqual(sea)
    expect(page.$user.get()).toMatchObject({ primary_address: sea, address: sea.address })
    expect(defaults()).toHaveLength(1)
    await page.updateProfile({ ...DETAILS, addresses: [home, { ...SEA, isDefault: false }] })
    expect(sent()).toEqual(home)
    expect(page.$user.get()).toMatchObject({ displayName: 'Meera Iyer', address: home.address })
    expect(defaults()).toHaveLength(1)
    await page.updateProfile({ ...DETAILS, addresses: [] })
    expect(sent()).toBeNull()
    expect(page.$user.get()).toMatchObject({ primary_address: null, address: '' })
    expect(defaults()).toEqual([])
  })

  test('what went well is said on the next page, and the stored user is replaced', async () => {
    await using _tab = await signedIn()
    const page = await openPage()
    expect(await page.updateProfile({ ...DETAILS, addresses: [] })).toMatchObject({ ok: true })
    expect(page.$user.get()?.displayName).toBe('Meera Iyer')
    expect(page.said()).toEqual([])
    page.showStoredToast()
    expect(page.said()).toEqual(['success: Profile updated successfully!'])
  })

  test.each([
    ['a refusal without words', respondWith(400, '{}'), 'Failed to update profile'],
    ['a 200 without success', respondWith(200, '{"user":{"uid":"x"}}'), 'Failed to update profile'],
    ['a refusal in words', respondWith(400, '{"message":"Not today."}'), 'Not today.'],
    ['an answer that is not ours', respondWith(200, '<html>'), 'Something went wrong!'],
    ['no network', () => Promise.reject(new TypeError('Offline')), 'Something went wrong!'],
  ])('%s is an error toast', async (_, line, text) => {
    await using tab = await signedIn()
    const page = await openPage()
    const before = page.$user.get()
    tab.intercept(/users\/update/, line)
    const failure = { ok: false, message: text }
    expect(await page.updateProfile({ ...DETAILS, addresses: [] })).toMatchObject(failure)
    expect(page.said()).toEqual([`error: ${text}`])
    expect(page.$user.get()).toBe(before)
  })

  test.each(['{"success":true,"user":{}}', '{"success":true,"user":null}'])(
    'a success without a user throws and keeps the user (T35): %s',
    async (body) => {
      await using tab = await signedIn()
      const page = await openPage()
      const before = page.$user.get()
      tab.intercept(/users\/update/, respondWith(200, body))
      await expect(page.updateProfile({ ...DETAILS, addresses: [] })).rejects.toThrow(TypeError)
      expect(page.$user.get()).toBe(before)
    },
  )
})

describe('devices', () => {
  test('are listed with this one first, and the others end', async () => {
    await using tab = await signedIn()
    const page = await openPage()
    const known = () => {
      const state = page.$devices.get()
      return state.kind === 'loaded' ? state.devices : []
    }
    const uid = page.$user.get()?.uid ?? ''
    const db = tab.app.deps.db
    const own = await db.selectFrom('session').selectAll().where('user_id', '=', uid).execute()
    const [session] = own
    if (!session) throw new Error('Nobody is signed in.')
    const other = (id: string) => ({ ...session, id, token_hash: id, device: id })
    await db
      .insertInto('session')
      .values([other('phone'), other('desk')])
      .execute()

    await page.loadDevices()
    expect(known()).toHaveLength(3)
    expect(known()[0]?.current).toBe(true)
    expect(await page.endDevice('phone')).toMatchObject({ ok: true })
    expect(known().map(({ id }) => id)).not.toContain('phone')
    expect(await page.endDevice('phone')).toMatchObject({ ok: false })
    expect(await page.endOtherDevices()).toMatchObject({ ok: true })
    expect(known().map(({ current }) => current)).toEqual([true])
  })

  test('that cannot be asked for are told so', async () => {
    await using tab = await signedIn()
    const page = await openPage()
    tab.goOffline()
    await page.loadDevices()
    expect(page.$devices.get()).toEqual({
      kind: 'failed',
      message: 'Your signed-in devices could not be loaded.',
    })
  })
})

describe('leaving', () => {
  test('the data are readable JSON with the profile in it', async () => {
    await using _tab = await signedIn()
    const page = await openPage()
    const answer = await page.exportAccount()
    if (!answer.ok) throw new Error(answer.message)
    expect(JSON.parse(answer.text)).toMatchObject({ user: { uid: page.$user.get()?.uid } })
  })

  test('the account goes only with the right confirmation', async () => {
    await using tab = await signedIn()
    const page = await openPage()
    const email = page.$user.get()?.email ?? ''
    const wrong = await page.deleteAccount('somebody@else.example')
    expect(wrong).toMatchObject({ ok: false, field: 'confirmation' })
    expect(page.$user.get()).not.toBeNull()
    expect(await page.deleteAccount(email)).toMatchObject({ ok: true })
    expect(page.$user.get()).toBeNull()
    expect(await tab.app.deps.db.selectFrom('user').selectAll().execute()).toEqual([])
  })
})
