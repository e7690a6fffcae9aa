import { expect, test, vi } from 'vitest'
import { checkSettings, reportFindings } from '#src/run/startup-checks.ts'
import { readEnv } from '#src/server/core/env.ts'

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://kairavi.example',
  SMTP_URL: 'smtp://mail.example',
  TRUSTED_PROXIES: '1',
  LEGAL_NAME: 'Kairavi Private Limited',
  GRIEVANCE_OFFICER: 'Asha Rao',
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

test('writes warnings to stderr, where a log collector looks for them', () => {
  using stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  using stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  reportFindings([{ level: 'warning', message: 'SMTP_URL is empty.' }])
  const calls = [stderr.mock.calls, stdout.mock.calls]
  expect(calls).toEqual([[['Warning: SMTP_URL is empty.\n']], []])
})
