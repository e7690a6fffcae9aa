import { expect, test, vi } from 'vitest'
import { checkNames, checkSettings, reportFindings } from '#src/run/startup-checks.ts'
import { readEnv } from '#src/server/core/env.ts'

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://kairavi.example',
  SMTP_URL: 'smtp://mail.example',
  TRUSTED_PROXIES: '1',
  LEGAL_NAME: 'Kairavi Private Limited',
  GRIEVANCE_OFFICER: 'Asha Rao',
  PASSWORD_MIN: '15',
  STAFF_SECOND_FACTOR: 'true',
  SECOND_FACTOR_KEY: 'a'.repeat(32),
  BACKUP_DIR: '/backups',
}

const NO_LEGAL = 'warning LEGAL_NAME or GRIEVANCE_OFFICER is empty'
const PUBLIC_PREVIEW = 'warning PREVIEW=true at a public address'

test.each<[what: string, variables: Record<string, string>, finding: string | undefined]>([
  ['nothing on this machine', {}, undefined],
  ['LIMITS=false on this machine', { LIMITS: 'false' }, undefined],
  ['a complete production behind a proxy', { ...production, HOST: '0.0.0.0' }, undefined],
  ['HOST=0.0.0.0, which is no preview', { HOST: '0.0.0.0' }, undefined],
  ['LIMITS=false in production', { ...production, LIMITS: 'false' }, 'error LIMITS=false'],
  ['LIMITS=false in public', { HOST: '0.0.0.0', LIMITS: 'false' }, 'warning LIMITS=false'],
  [
    'a public http address',
    { ...production, SITE_URL: 'http://a.b' },
    'error SITE_URL is http://a.b',
  ],
  ['no mail server', { ...production, SMTP_URL: '' }, 'warning SMTP_URL is empty'],
  ['no LEGAL_NAME', { ...production, LEGAL_NAME: '' }, NO_LEGAL],
  ['no GRIEVANCE_OFFICER', { ...production, GRIEVANCE_OFFICER: '' }, NO_LEGAL],
  ['no SITE_URL', { ...production, SITE_URL: '' }, 'warning SITE_URL is not a public address'],
  ['short passwords', { ...production, PASSWORD_MIN: '8' }, 'warning PASSWORD_MIN is 8'],
  ['one factor', { ...production, STAFF_SECOND_FACTOR: '' }, 'warning STAFF_SECOND_FACTOR is'],
  ['no key', { ...production, SECOND_FACTOR_KEY: '' }, 'warning SECOND_FACTOR_KEY is empty'],
  [
    'orders without PAN_KEY',
    { ORDERS: 'cod' },
    'warning PAN_KEY is empty, so orders from ₹2,00,000',
  ],
  ['orders with PAN_KEY', { ORDERS: 'cod', PAN_KEY: 'a'.repeat(32) }, undefined],
  ['no backups', { ...production, BACKUP_DIR: '' }, 'warning BACKUP_DIR is empty'],
  ['no trusted proxy', { ...production, TRUSTED_PROXIES: '0' }, 'warning SITE_URL is https, so a'],
  ['a preview on the network', { HOST: '0.0.0.0', PREVIEW: 'true' }, PUBLIC_PREVIEW],
  [
    'a preview in public',
    { SITE_URL: 'https://a.b', TRUSTED_PROXIES: '1', PREVIEW: 'true' },
    PUBLIC_PREVIEW,
  ],
])('finds with %s: %s', (_, variables, expected) => {
  const found = checkSettings(readEnv(variables)).map(({ level, message }) => `${level} ${message}`)
  expect(found.map((line) => line.slice(0, expected?.length))).toEqual(expected ? [expected] : [])
  for (const line of found) expect(line).toMatch(/[.]$/)
})

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['PASWORD_MIN', 'PASSWORD_MIN'],
  ['SITE_URI', 'SITE_URL'],
  ['BACKUPDIR', 'BACKUP_DIR'],
  ['PROT', undefined],
  ['PORTS', 'PORT'],
  ['PATH', undefined],
  ['HOSTNAME', undefined],
  ['SITE_URL', undefined],
])('takes %s for a misspelt %s', (name, setting) => {
  const message = `${name} is no setting: rename it to ${setting}.`
  expect(checkNames([name])).toEqual(setting ? [{ level: 'warning', message }] : [])
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not “abc”.'],
  [{ PORT: '1.5' }, 'PORT must be a whole number from 0 to 65535, not “1.5”.'],
  [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535, not “1e3”.'],
  [{ PORT: '0x10' }, 'PORT must be a whole number from 0 to 65535, not “0x10”.'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number from 1 to 1000, not “0”.'],
  [
    { HOST: 'http://shop' },
    'HOST must be a name or an address such as 0.0.0.0, without a port, not “http://shop”.',
  ],
  [
    { PUBLIC_API_URL: 'api' },
    'PUBLIC_API_URL must be a path such as /api, or an address such as https://kairavi.example/api, not “api”.',
  ],
  [
    { PUBLIC_ANALYTICS_URL: '//stats' },
    'PUBLIC_ANALYTICS_URL must be a path such as /api, or an address such as https://kairavi.example/api, not “//stats”.',
  ],
  [
    { MAIL_TO: 'the boutique' },
    'MAIL_TO must be an email address, e.g. Kairavi <care@kairavi.example>, not “the boutique”.',
  ],
  [
    { MAIL_FROM: '"Kairavi <care@kairavi.example>"' },
    'MAIL_FROM must be an email address, e.g. Kairavi <care@kairavi.example>, not “"Kairavi <care@kairavi.example>"”.',
  ],
  [{ OIDC_ISSUER: 'google' }, 'OIDC_ISSUER must be an address, not “google”.'],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must be an address such as smtp://user:password@host:587.'],
  [{ STAFF_SECOND_FACTOR: 'yes' }, 'STAFF_SECOND_FACTOR must be true or false, not “yes”.'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number from 1 to 1000, not “0”.'],
  [
    { LOG_LEVEL: 'all', LIMITS: 'no' },
    'LIMITS must be true or false, not “no”. LOG_LEVEL must be info, warn or error, not “all”.',
  ],
  [
    { SITE_URL: 'my shop' },
    'SITE_URL must be an address such as https://kairavi.example, not “my shop”.',
  ],
  [
    { CORS_ORIGINS: 'https://a.example, b' },
    'CORS_ORIGINS must be an address such as https://kairavi.example, not “https://a.example, b”.',
  ],
  [{ SMTP_URL: 'localhost' }, 'SMTP_URL must be an address such as smtp://user:password@host:587.'],
  [{ INBOX_KEY: 'short' }, 'INBOX_KEY must be a text of 16 characters or more.'],
  [{ ADMIN_EMAIL: 'asha' }, 'ADMIN_EMAIL must be an email address, not “asha”.'],
  [{ PORT: '80', METRICS_PORT: '80' }, 'METRICS_PORT must be another port than PORT, not “80”.'],
  [{ PASSWORD_HASH_MEMORY: '100' }, 'PASSWORD_HASH_MEMORY must be 19456 or more, not “100”.'],
])('says what is expected in place of %j', (variables, sentence) => {
  expect(() => readEnv(variables)).toThrow(sentence)
})

test('writes warnings to stderr, where a log collector looks for them', () => {
  using stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  using stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  reportFindings([{ level: 'warning', message: 'SMTP_URL is empty.' }])
  const calls = [stderr.mock.calls, stdout.mock.calls]
  expect(calls).toEqual([[['Warning: SMTP_URL is empty.\n']], []])
})

test('trims values, and takes a blank one for a missing one', () => {
  const env = readEnv({
    PORT: '8080 ',
    HOST: ' 0.0.0.0',
    LIMITS: 'true\t',
    SITE_URL: ' ',
    BACKUP_DIR: '/backups ',
    MAIL_TO: ' care@kairavi.example',
    DATA_DIR: ' ',
  })
  expect(env).toMatchObject({
    PORT: 8080,
    HOST: '0.0.0.0',
    LIMITS: true,
    BACKUP_DIR: '/backups',
    MAIL_TO: 'care@kairavi.example',
    DATA_DIR: 'data',
  })
})
