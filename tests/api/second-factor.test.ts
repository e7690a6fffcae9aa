import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { listMailsTo, PASSWORD } from '#tools/api-client.ts'
import { createTestApp } from '#tools/test-app.ts'

const STEP_MS = 30_000
const path = '/users/second-factor'
const CODE_REJECTED = { status: 401, body: { field: 'code' } }

/** An editor with a password, whose app shows `code()`, and that of so many steps later. */
async function openEditor(env: Record<string, string> = {}, isConfirmed = true) {
  const shop = await createTestApp(env)
  shop.freezeTime()
  const editor = await shop.signUpVerified('vikram')
  await shop.deps.db.updateTable('user').set({ role: 'editor' }).execute()
  const setUp = async () => {
    const { body } = await editor.post(path, { password: PASSWORD })
    const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
    const code = (steps = 0) => totp.generate({ timestamp: shop.deps.now() + steps * STEP_MS })
    return { ...body, code, confirm: () => editor.put(path, { code: code() }) }
  }
  const setup = await setUp()
  const recoveryCodes: string[] = isConfirmed ? (await setup.confirm()).body.recoveryCodes : []
  return {
    shop,
    editor,
    setUp,
    setup,
    recoveryCodes,
    code: setup.code as (steps?: number) => string,
    logIn: (more: object = {}, client = shop.createClient()) =>
      client.post('/auth/login', { email: editor.email, password: PASSWORD, ...more }),
    [Symbol.asyncDispose]: shop[Symbol.asyncDispose],
  }
}

describe('a second factor', () => {
  test('is turned on by a first code, and asked for at the next sign-in', async () => {
    await using app = await openEditor({}, false)
    const { shop, editor, setup, code, logIn } = app
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Kairavi:vikram%40example\.com\?/)
    const other = shop.createClient()
    await logIn({}, other)
    expect((await editor.put(path, { code: '000000' })).body.field).toBe('code')
    expect((await setup.confirm()).body.recoveryCodes).toHaveLength(10)
    // A session that began without the code ends.
    expect((await other.get('/users/getUserProfile')).body.user).toBeNull()
    const state = { isEnabled: true, isRequired: false, recoveryCodesLeft: 10 }
    expect((await editor.get(path)).body).toEqual(state)
    // The clock stands still: mails of one moment have no order.
    const subjects = (await listMailsTo(shop, editor.email)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('second factor'))

    const message = 'Please enter the code of your authenticator app.'
    expect(await logIn()).toMatchObject({ status: 401, body: { field: 'code', message } })
    const wrong = await logIn({ password: 'a wrong one', code: code(1) })
    expect(wrong.body).not.toHaveProperty('field')
    // The code that turned it on is used.
    expect((await logIn({ code: code() })).status).toBe(401)
    const answers = await Promise.all([logIn({ code: code(1) }), logIn({ code: code(1) })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await logIn({ code: code(3) })).status).toBe(401)
    shop.advanceTime(2 * STEP_MS)
    expect((await logIn({ code: `${code().slice(0, 3)} ${code().slice(3)}` })).status).toBe(200)
  })

  test('has recovery codes, each for one sign-in, of which hashes are stored', async () => {
    await using app = await openEditor()
    const { shop, editor, code, logIn } = app
    const [first = '', second = '', third = ''] = app.recoveryCodes
    const stored = await shop.deps.db.selectFrom('recovery_code').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''))
    expect((await logIn({ code: first.toLowerCase() })).status).toBe(200)
    expect((await logIn({ code: first })).status).toBe(401)
    expect((await editor.get(path)).body.recoveryCodesLeft).toBe(9)
    const renew = (more: object) =>
      editor.post(`${path}/recovery-codes`, { password: PASSWORD, ...more })
    for (const more of [{}, { code: '' }, { code: '000000' }, { code: first }])
      expect(await renew(more)).toMatchObject(CODE_REJECTED)
    expect((await logIn({ code: second })).status).toBe(200)
    const renewed = await renew({ code: code(1) })
    const log = await shop.deps.db.selectFrom('audit_entry').select('subject').execute()
    expect(log).toEqual(
      expect.arrayContaining(
        ['Used a recovery code', 'Replaced the recovery codes'].map((subject) => ({ subject })),
      ),
    )
    expect((await logIn({ code: third })).status).toBe(401)
    expect((await logIn({ code: renewed.body.recoveryCodes[0] })).status).toBe(200)
  })

  test('is turned off with the password and a code, and reset by an admin', async () => {
    await using app = await openEditor()
    const { shop, editor, code, logIn } = app
    expect((await editor.delete(path, { password: 'a wrong one' })).status).toBe(401)
    expect((await editor.post(path, { password: PASSWORD })).status).toBe(409)
    const turnOff = (input?: string) => editor.delete(path, { password: PASSWORD, code: input })
    for (const wrong of [undefined, '', '000000', code()])
      expect(await turnOff(wrong)).toMatchObject(CODE_REJECTED)
    expect((await turnOff(code(1))).status).toBe(200)
    expect((await logIn()).status).toBe(200)
    expect((await turnOff()).status).toBe(404)
    const log = await shop.deps.db.selectFrom('audit_entry').selectAll().execute()
    expect(log.map(({ actor_id, subject }) => [actor_id, subject])).toEqual(
      expect.arrayContaining([
        [editor.uid, 'Turned the second factor on'],
        [editor.uid, 'Turned the second factor off'],
      ]),
    )

    await app.setUp()
    const { confirm } = await app.setUp()
    await confirm()
    expect((await logIn()).status).toBe(401)
    const admin = await shop.createSignedInUser('admin')
    await admin.delete(`/admin/staff/${editor.uid}/second-factor`)
    expect((await logIn()).status).toBe(200)
  })

  test.each(['reset', 'role'])(
    'is deleted by an admin (%s), and a mail tells its owner once',
    async (way) => {
      await using app = await openEditor()
      const { shop, editor } = app
      const admin = await shop.createSignedInUser('admin')
      const member = `/admin/staff/${editor.uid}`
      const mails = async () =>
        (await listMailsTo(shop, editor.email)).filter(({ subject }) =>
          subject.endsWith('turned off'),
        )
      expect(await mails()).toHaveLength(0)
      for (const _ of ['with a second factor', 'without one'])
        if (way === 'reset') await admin.delete(`${member}/second-factor`)
        else await admin.put(member, { role: 'customer' })
      expect(await mails()).toHaveLength(1)
      expect((await app.logIn()).status).toBe(200)
    },
  )

  test('is asked for by a change of the password, once the new one is valid', async () => {
    await using app = await openEditor()
    const [recoveryCode] = app.recoveryCodes
    const newPassword = 'an elephant of sandstone'
    const change = (more: object) =>
      app.editor.put('/auth/password', { currentPassword: PASSWORD, newPassword, ...more })
    for (const code of [undefined, '', '000000', app.code()])
      expect(await change({ code })).toMatchObject(CODE_REJECTED)
    const weak = await change({ newPassword: 'password1', code: recoveryCode })
    expect(weak).toMatchObject({ status: 400, body: { field: 'newPassword' } })
    expect((await change({ code: recoveryCode })).status).toBe(200)
    expect((await app.logIn({ password: newPassword, code: app.code(1) })).status).toBe(200)
  })

  test('is asked for by the deletion of the account, with a password or without one', async () => {
    await using app = await openEditor()
    const { editor, shop } = app
    const remove = (more: object) =>
      editor.delete('/users/account', { confirmation: PASSWORD, ...more })
    for (const code of [undefined, '', '000000', app.code()])
      expect(await remove({ code })).toMatchObject(CODE_REJECTED)
    const withoutCode = { confirmation: 'a wrong one', code: app.code(1) }
    expect((await remove(withoutCode)).body.field).toBe('confirmation')
    await shop.deps.db.updateTable('user').set({ password_hash: null }).execute()
    expect(await remove({ confirmation: editor.email })).toMatchObject(CODE_REJECTED)
    expect((await remove({ confirmation: editor.email, code: app.code(1) })).status).toBe(200)
  })

  test('allows ten wrong codes; a right one that was used does not count', async () => {
    await using app = await openEditor({ LIMITS: 'true' })
    const { code, logIn } = app
    const used = code()
    for (let attempt = 1; attempt <= 12; attempt++)
      expect((await logIn({ code: used })).status).toBe(401)
    expect((await logIn({ code: code(1) })).status).toBe(200)
    for (let attempt = 1; attempt <= 10; attempt++)
      expect((await logIn({ code: '123456' })).status).toBe(401)
    app.shop.advanceTime(STEP_MS)
    expect((await logIn({ code: code(1) })).status).toBe(429)
  })

  test('is needed by editors where the setting says so', async () => {
    await using app = await openEditor({ STAFF_SECOND_FACTOR: 'true' }, false)
    const { editor } = app
    const message = 'Please set up your second factor first.'
    expect(await editor.get('/editor/catalog')).toMatchObject({ status: 403, body: { message } })
    expect((await editor.get(path)).body.isRequired).toBe(true)
    expect((await editor.get('/cart')).status).toBe(200)
    await app.setup.confirm()
    expect((await editor.get('/editor/catalog')).status).toBe(200)
  })

  test('is stored encrypted where there is a key', async () => {
    const SECOND_FACTOR_KEY = 'a key of no less than 32 characters'
    await using app = await openEditor({ SECOND_FACTOR_KEY })
    const stored = await app.shop.deps.db.selectFrom('second_factor').select('secret').execute()
    expect(JSON.stringify(stored)).not.toContain(app.setup.secret)
    expect((await app.logIn({ code: app.code(1) })).status).toBe(200)
  })
})
