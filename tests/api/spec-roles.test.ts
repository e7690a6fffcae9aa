import { describe, expect, test } from 'vitest'
import { endpoints } from '#src/contract/endpoints.ts'
import { ROLES } from '#src/contract/values.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const calls = Object.entries(endpoints).map(([name, { access }]) => {
  const [method = '', path = ''] = name.split(' ')
  return { method, path: path.replace(/:\w+/, 'any'), access }
})

describe('§6.5 what a role allows', () => {
  test('the roles are customer, editor and admin; who signs up is a customer', async () => {
    await using shop = await createTestApp()
    expect(ROLES).toEqual(['customer', 'editor', 'admin'])
    const meera = await shop.signUpVerified('meera')
    const { user } = (await meera.get('/users/getUserProfile')).body
    expect(user.role).toBe('customer')
  })

  test('nobody gives themselves a role, whatever they send', async () => {
    await using shop = await createTestApp()
    const signup = { name: 'Meera', email: 'meera@example.com', password: 'a lamp on the stepwell' }
    expect(
      (await shop.createClient().post('/auth/signup', { ...signup, role: 'admin' })).status,
    ).toBe(400)
    const meera = await shop.createSignedInUser()
    for (const stolen of [{ role: 'admin' }, { role: 'editor' }, { isVerified: true }]) {
      const answer = await meera.put('/users/update', {
        displayName: 'Meera',
        ...stolen,
      })
      expect(answer.status).toBe(400)
    }
    const roles = await shop.deps.db.selectFrom('user').select('role').execute()
    expect(roles).toEqual([{ role: 'customer' }])
  })

  test('§6.2 a visitor may make no call that is a user’s', async () => {
    await using shop = await createTestApp()
    const closed = calls.filter(({ access }) => access !== 'public')
    expect(closed.length).toBeGreaterThan(10)
    for (const { method, path } of closed) {
      const { status, body } = await shop
        .createClient()
        .request(method, path, method === 'GET' ? undefined : {})
      expect([method, path, status]).toEqual([method, path, 401])
      expect(body).toMatchObject({ success: false, message: expect.any(String) })
    }
  })
})
