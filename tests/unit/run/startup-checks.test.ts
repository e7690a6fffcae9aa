import { expect, test, vi } from 'vitest'
import { checkSettings, reportFindings } from '#src/run/startup-checks.ts'
import { readEnv } from '#src/server/env.ts'

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://kairavi.example',
  SMTP_URL: 'smtp://mail.example',
  TRUSTED_PROXIES: '1',
  LEGAL_NAME: 'Kairavi Private Limited',
  GRIEVANCE_OFFICER: 'Asha Rao',
}

const PUBLIC_PREVIEW = 'warning PREVIEW=true at a public address'

test.each<[what: string, variables: Record<string, string>, findings: string[]]>([
  ['nothing on this machine', {}, []],
  ['LIMITS=false on this machine', { LIMITS: 'false' }, []],
  ['a complete production', production, []],
  ['HOST=0.0.0.0, which is no preview', { HOST: '0.0.0.0' }, []],
  ['production behind a proxy', { ...production, HOST: '0.0.0.0' }, []],
  ['LIMITS=false in production', { ...production, LIMITS: 'false' }, ['error LIMITS=false']],
  [
    'LIMITS=false at a public address',
    { HOST: '0.0.0.0', LIMITS: 'false' },
    ['warning LIMITS=false'],
  ],
  [
    'a public http address in production',
    { ...production, SITE_URL: 'http://kairavi.example' },
    ['error SITE_URL is http://kairavi.example'],
  ],
  ['no mail server', { ...production, SMTP_URL: '' }, ['warning SMTP_URL is empty']],
  ...['LEGAL_NAME', 'GRIEVANCE_OFFICER'].map((name): [string, Record<string, string>, string[]] => [
    `no ${name}`,
    { ...production, [name]: '' },
    ['warning LEGAL_NAME or GRIEVANCE_OFFICER is empty'],
  ]),
  ['no SITE_URL', { ...production, SITE_URL: '' }, ['warning SITE_URL is not a public address']],
  [
    'no trusted proxy',
    { ...production, TRUSTED_PROXIES: '0' },
    ['warning SITE_URL is https, so a proxy is in front'],
  ],
  ['a preview on the network', { HOST: '0.0.0.0', PREVIEW: 'true' }, [PUBLIC_PREVIEW]],
  [
    'a preview at a public address',
    { SITE_URL: 'https://preview.kairavi.example', TRUSTED_PROXIES: '1', PREVIEW: 'true' },
    [PUBLIC_PREVIEW],
  ],
])('finds with %s', (_, variables, expected) => {
  const found = checkSettings(readEnv(variables)).map(({ level, message }) => `${level} ${message}`)
  expect(found.map((line, index) => line.slice(0, expected[index]?.length))).toEqual(expected)
  for (const line of found) expect(line).toMatch(/[.]$/)
})

test('writes warnings to stderr, where a log collector looks for them', () => {
  using stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  using stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  reportFindings([{ level: 'warning', message: 'SMTP_URL is empty.' }])
  const calls = [stderr.mock.calls, stdout.mock.calls]
  expect(calls).toEqual([[['Warning: SMTP_URL is empty.\n']], []])
})
