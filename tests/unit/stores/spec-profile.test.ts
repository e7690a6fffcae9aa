import { describe, expect, test, vi } from 'vitest'
import type { Address } from '#src/contract/account.ts'
import { openTab, respondWith } from '#tests/helpers/tab.ts'

async function openPage() {
  const stores = {
    ...(await import('#src/stores/session.ts')),
    ...(await import('#src/stores/profile.ts')),
  }
  const toasts = await import('#src/stores/toasts.ts')
  const said = () => toasts.takeToasts().map(({ kind, text }) => `${kind}: ${text}`)
  return { ...stores, said, showStoredToast: toasts.showStoredToast }
}

const home = {
  address: '14, Amer Road',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: '',
}
const first = { phone: '98290 12345', gender: 'Female', dob: '1990-02-03', address: home } as const

const at = (street: string, isDefault: boolean): Address => ({
  ...home,
  address: street,
  isDefault,
})

const details = (addresses: Address[]) => ({
  displayName: 'Meera Nair',
  phone: '+91 98290 12345',
  gender: 'Other' as const,
  dob: '1990-02-03',
  addresses,
})

const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))

describe('the first details (§5.3)', () => {
  test('are sent with the uid and one address, which is the primary one', async () => {
    await using tab = await openTab('/complete-profile')
    const uid = await tab.signIn()
    const page = await openPage()
    await page.startSession()
    expect(await page.completeProfile(first)).toMatchObject({ ok: true })
    const { address, ...rest } = first
    const one = { ...address, isDefault: true }
    expect(tab.requests.at(-1)).toMatchObject({
      endpoint: 'POST /users/complete-profile',
      body: { uid, ...rest, addresses: [one], primary_address: one },
    })
    expect(page.$user.get()).toMatchObject({ gender: 'Female', city: 'Jaipur', country: '' })
  })

  test('without a user with a uid: logged, and nothing happens', async () => {
    await using tab = await openTab('/complete-profile')
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const page = await openPage()
    await page.startSession()
    expect(await page.completeProfile(first)).toEqual({ ok: false, message: '' })
    expect(logged).toHaveBeenCalledOnce()
    expect([tab.listCalls(/complete-profile/), page.said()]).toEqual([[], []])
    logged.mockRestore()
  })

  test.each([
    ['the server’s message', respondWith(400, '{"success":false,"message":"Hm."}'), 'Hm.'],
    [
      'else "Profile update failed"',
      respondWith(500, '{"success":false}'),
      'Profile update failed',
    ],
    ['and so without an answer', NO_LINE, 'Profile update failed'],
  ])('fail with %s (§8.16)', async (_, line, message) => {
    await using tab = await openTab('/complete-profile')
    await tab.signIn()
    const page = await openPage()
    await page.startSession()
    tab.intercept(/complete-profile/, line)
    expect(await page.completeProfile(first)).toMatchObject({ ok: false, message })
  })
})

describe('editing the profile', () => {
  test.each([
    ['the default address', [at('one', false), at('two', true)], 'two'],
    ['else the first', [at('one', false), at('two', false)], 'one'],
    ['else null', [], undefined],
  ])('sends as the primary address %s (§4.address-editing.2)', async (_, addresses, street) => {
    await using tab = await openTab('/profile/edit')
    await tab.signIn()
    const page = await openPage()
    await page.startSession()
    await page.updateProfile(details(addresses))
    const sent = tab.requests.at(-1)
    expect(sent?.endpoint).toBe('PUT /users/update')
    expect(sent?.body).toMatchObject({
      displayName: 'Meera Nair',
      email: page.$user.get()?.email,
      primary_address: street === undefined ? null : { address: street },
    })
    expect(page.$user.get()).toMatchObject({ displayName: 'Meera Nair', address: street ?? '' })
    expect(page.$user.get()?.addresses.filter((one) => one.isDefault)).toHaveLength(street ? 1 : 0)
  })

  test('replaces the user and says "Profile updated successfully!" on the next page', async () => {
    await using tab = await openTab('/profile/edit')
    await tab.signIn()
    const page = await openPage()
    await page.startSession()
    await page.updateProfile(details([]))
    tab.navigate('/profile')
    const next = await openPage()
    next.showStoredToast()
    expect(next.said()).toEqual(['success: Profile updated successfully!'])
  })

  test.each([
    ['the server’s message', respondWith(400, '{"success":false,"message":"Hm."}'), 'Hm.'],
    [
      '"Failed to update profile"',
      respondWith(200, '{"success":false}'),
      'Failed to update profile',
    ],
    ['"Something went wrong!" without an answer', NO_LINE, 'Something went wrong!'],
  ])('fails with a toast: %s (§8.17)', async (_, line, message) => {
    await using tab = await openTab('/profile/edit')
    await tab.signIn()
    const page = await openPage()
    await page.startSession()
    tab.intercept(/users\/update/, line)
    expect(await page.updateProfile(details([]))).toMatchObject({ ok: false, message })
    expect(page.said()).toEqual([`error: ${message}`])
    expect(page.$user.get()?.displayName).toBe('Asha Rao')
  })

  test('throws where the answer holds no user, for "Failed to update profile." (§8.17)', async () => {
    await using tab = await openTab('/profile/edit')
    await tab.signIn()
    const page = await openPage()
    await page.startSession()
    tab.intercept(/users\/update/, respondWith(200, '{"success":true,"user":null}'))
    await expect(page.updateProfile(details([]))).rejects.toThrow(TypeError)
  })
})
