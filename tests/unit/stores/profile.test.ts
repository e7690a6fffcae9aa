import { describe, expect, vi } from 'vitest'
import { importToasts, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const HOME = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: '',
}
const FIRST = { phone: '98290 12345', gender: 'Female', dob: '1990-04-12', address: HOME } as const
const DETAILS = { displayName: 'Meera', phone: '', gender: '', dob: '', addresses: [] } as const

async function openPage() {
  const profile = await import('#src/stores/profile.ts')
  const session = await import('#src/stores/session.ts')
  const { showStoredToast } = await import('#src/stores/toasts.ts')
  const devices = await import('#src/stores/devices.ts')
  await session.currentUser()
  return { ...profile, ...session, ...devices, ...(await importToasts()), showStoredToast }
}

/** `page` is that of a signed-in user. */
const test = createTabTest('/profile/edit', async (tab) => {
  await tab.signIn()
  return openPage()
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
      uid,
      ...details,
      addresses: [first],
      primary_address: first,
    })
    expect(page.$user.get()).toMatchObject({
      phone: '+91 98290 12345',
      gender: 'Female',
      city: 'Jaipur',
      primary_address: first,
    })
  })

  test('without a user logs an error and sends nothing', async ({ tab }) => {
    const page = await openPage()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await page.completeProfile(FIRST)).toEqual({ ok: false, message: '' })
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
    expect([tab.listCalls(/complete-profile/), page.listToasts()]).toEqual([[], []])
  })
})

describe('editing the profile', () => {
  test('sends the primary address, and replaces the user, who has one default, with a toast on the next page', async ({
    tab,
    page,
  }) => {
    for (const [isSecondDefault, index] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const addresses = [
        { ...HOME, isDefault: false },
        { ...HOME, address: '12B, Sagar Mahal', isDefault: isSecondDefault },
      ]
      expect(await page.updateProfile({ ...DETAILS, addresses })).toMatchObject({ ok: true })
      expect(findBody(tab, 'PUT /users/update')).toMatchObject({
        displayName: 'Meera',
        email: page.$user.get()?.email,
        primary_address: addresses[index],
      })
      const { addresses: saved = [], ...user } = page.$user.get() ?? {}
      expect(user).toMatchObject({ displayName: 'Meera', address: addresses[index]?.address })
      expect(saved.map(({ isDefault }) => isDefault)).toEqual([index === 0, index === 1])
    }
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
      tab.intercept(/users\/update/, `200 ${body}`)
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
  page.$devices.listen(() => undefined)
  await vi.waitFor(() => expect(listDevices()).toHaveLength(3), WAIT)
  expect(listDevices()[0]?.current).toBe(true)
  expect(await page.endDevice('phone')).toMatchObject({ ok: true })
  expect(listDevices().map(({ id }) => id)).not.toContain('phone')
  expect(await page.endDevice('phone')).toMatchObject({ ok: false })
  expect(await page.endOtherDevices()).toMatchObject({ ok: true })
  expect(listDevices().map(({ current }) => current)).toEqual([true])
})

test('the account is exported as JSON, and deleted only with the right confirmation', async ({
  page,
}) => {
  const { email = '', uid } = page.$user.get() ?? {}
  const result = await page.exportAccount()
  expect(JSON.parse(result.ok ? result.text : '{}')).toMatchObject({ user: { uid } })
  const rejected = await page.deleteAccount({ confirmation: 'other@visitor.example' })
  expect(rejected).toMatchObject({ ok: false, field: 'confirmation' })
  expect(page.$user.get()).not.toBeNull()
  expect(await page.deleteAccount({ confirmation: email })).toMatchObject({ ok: true })
  expect(page.$user.get()).toBeNull()
})
