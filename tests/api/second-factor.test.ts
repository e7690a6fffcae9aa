import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { listMailsTo, PASSWORD } from '#tests/helpers/api-client.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const STEP_MS = 30_000
const path = '/users/second-factor'

/** An editor with a password, whose app shows `code()`. */
async function openEditor(given: Record<string, string> = {}) {
  const shop = await createTestApp(given)
  shop.freezeTime()
  const editor = await shop.signUpVerified('vikram')
  await setRole(shop, editor.uid, 'editor')
  const { body } = await editor.post(path, { password: PASSWORD })
  const code = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({
      timestamp: shop.deps.now() + steps * STEP_MS,
    })
  const logIn = (more: object = {}, client = shop.createClient()) =>
    client.post('/auth/login', { email: editor.email, password: PASSWORD, ...more })
  return {
    shop,
    editor,
    setup: body,
    code,
    logIn,
    [Symbol.asyncDispose]: shop[Symbol.asyncDispose],
  }
}

const setRole = ({ deps }: TestApp, id: string, role: string) =>
  deps.db.updateTable('user').set({ role }).where('id', '=', id).execute()

describe('a second factor', () => {
  test('is turned on by a first code, and asked for at the next sign-in', async () => {
    await using app = await openEditor()
    const { shop, editor, code, logIn } = app
    expect(app.setup.uri).toMatch(/^otpauth:\/\/totp\/Kairavi:vikram%40example\.com\?/)
    const other = shop.createClient()
    await logIn({}, other)
    expect((await editor.put(path, { code: '000000' })).body.field).toBe('code')
    const { status, body } = await editor.put(path, { code: code() })
    expect([status, body.recoveryCodes.length]).toEqual([200, 10])
    // A session that began without the code ends.
    expect((await other.get('/users/getUserProfile')).body.user).toBeNull()
    expect((await editor.get(path)).body).toEqual({
      isEnabled: true,
      isRequired: false,
      recoveryCodesLeft: 10,
    })

    expect(await logIn()).toMatchObject({
      status: 401,
      body: { field: 'code', message: 'Please enter the code of your authenticator app.' },
    })
    expect((await logIn({ password: 'a wrong one', code: code(1) })).body).not.toHaveProperty(
      'field',
    )
    // The code that turned it on is used.
    expect((await logIn({ code: code() })).status).toBe(401)
    const answers = await Promise.all([logIn({ code: code(1) }), logIn({ code: code(1) })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await logIn({ code: code(3) })).status).toBe(401)
    shop.advanceTime(2 * STEP_MS)
    expect((await logIn({ code: `${code().slice(0, 3)} ${code().slice(3)}` })).status).toBe(200)
    // The clock stands still: mails of one moment have no order.
    const subjects = (await listMailsTo(shop, editor.email)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('second factor'))
  })

  test('has recovery codes, each for one sign-in, of which hashes are stored', async () => {
    await using app = await openEditor()
    const { shop, editor, code, logIn } = app
    const [first, second, third] = (await editor.put(path, { code: code() })).body.recoveryCodes
    const stored = await shop.deps.db.selectFrom('recovery_code').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''))
    expect((await logIn({ code: first.toLowerCase() })).status).toBe(200)
    expect((await logIn({ code: first })).status).toBe(401)
    expect((await editor.get(path)).body.recoveryCodesLeft).toBe(9)
    const renew = (more: object) =>
      editor.post(`${path}/recovery-codes`, { password: PASSWORD, ...more })
    for (const more of [{}, { code: '' }, { code: '000000' }, { code: first }])
      expect(await renew(more)).toMatchObject({ status: 401, body: { field: 'code' } })
    expect((await logIn({ code: second })).status).toBe(200)
    const renewed = await renew({ code: code(1) })
    expect((await logIn({ code: third })).status).toBe(401)
    expect((await logIn({ code: renewed.body.recoveryCodes[0] })).status).toBe(200)
  })

  test('is turned off with the password and a code, and reset by an admin', async () => {
    await using app = await openEditor()
    const { shop, editor, code, logIn } = app
    await editor.put(path, { code: code() })
    expect((await editor.delete(path, { password: 'a wrong one' })).status).toBe(401)
    expect((await editor.post(path, { password: PASSWORD })).status).toBe(409)
    for (const wrong of [undefined, '', '000000', code()])
      expect(await editor.delete(path, { password: PASSWORD, code: wrong })).toMatchObject({
        status: 401,
        body: { field: 'code' },
      })
    expect((await editor.delete(path, { password: PASSWORD, code: code(1) })).status).toBe(200)
    expect((await logIn()).status).toBe(200)
    expect((await editor.delete(path, { password: PASSWORD })).status).toBe(404)

    await editor.post(path, { password: PASSWORD })
    const { secret } = (await editor.post(path, { password: PASSWORD })).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await editor.put(path, { code: totp.generate({ timestamp: shop.deps.now() }) })
    expect((await logIn()).status).toBe(401)
    const admin = await shop.createSignedInUser('admin')
    await admin.delete(`/admin/staff/${editor.uid}/second-factor`)
    expect((await logIn()).status).toBe(200)
  })

  test('is asked for by a change of the password, once the new one is valid', async () => {
    await using app = await openEditor()
    const { editor, code, logIn } = app
    const [recoveryCode] = (await editor.put(path, { code: code() })).body.recoveryCodes
    const newPassword = 'an elephant of sandstone'
    const change = (more: object) =>
      editor.put('/auth/password', { currentPassword: PASSWORD, newPassword, ...more })
    for (const wrong of [undefined, '', '000000', code()])
      expect(await change({ code: wrong })).toMatchObject({ status: 401, body: { field: 'code' } })
    const weak = await change({ newPassword: 'password1', code: recoveryCode })
    expect(weak).toMatchObject({ status: 400, body: { field: 'newPassword' } })
    expect((await change({ code: recoveryCode })).status).toBe(200)
    expect((await logIn({ password: newPassword, code: code(1) })).status).toBe(200)
  })

  test('does not count a right code that was used as a wrong one', async () => {
    await using app = await openEditor({ LIMITS: 'true' })
    const { editor, code, logIn } = app
    await editor.put(path, { code: code() })
    for (let attempt = 1; attempt <= 12; attempt++)
      expect((await logIn({ code: code() })).status).toBe(401)
    expect((await logIn({ code: code(1) })).status).toBe(200)
  })

  test('bounds the wrong codes of an account', async () => {
    await using app = await openEditor({ LIMITS: 'true' })
    await app.editor.put(path, { code: app.code() })
    for (let attempt = 1; attempt <= 10; attempt++)
      expect((await app.logIn({ code: '123456' })).status).toBe(401)
    expect((await app.logIn({ code: app.code(1) })).status).toBe(429)
  })

  test('is needed by editors where the setting says so', async () => {
    await using app = await openEditor({ STAFF_SECOND_FACTOR: 'true' })
    const { editor, code } = app
    expect(await editor.get('/editor/catalog')).toMatchObject({
      status: 403,
      body: { message: 'Please set up your second factor first.' },
    })
    expect((await editor.get(path)).body.isRequired).toBe(true)
    expect((await editor.get('/cart')).status).toBe(200)
    await editor.put(path, { code: code() })
    expect((await editor.get('/editor/catalog')).status).toBe(200)
  })

  test('is stored encrypted where there is a key', async () => {
    await using app = await openEditor({ SECOND_FACTOR_KEY: 'a key of no less than 32 characters' })
    const stored = await app.shop.deps.db.selectFrom('second_factor').select('secret').execute()
    expect(JSON.stringify(stored)).not.toContain(app.setup.secret)
    expect((await app.editor.put(path, { code: app.code() })).status).toBe(200)
  })
})
