import { describe, expect, test } from 'vitest'
import { paths, safePath } from '#src/rules/paths.ts'

const SITE = 'https://kairavi.example'
const HOSTS = ['evil.example', 'evil.example/login', 'evil.example@kairavi.example']
const LEADS = [
  '//',
  '///',
  '/\\',
  '\\/',
  '\\\\',
  '/\t/',
  '/\n/',
  '/\r/',
  '\t//',
  ' //',
  '/.//',
  '/..//',
  '/a/..//',
  '/%2e//',
  '/%2e%2e//',
  'https://',
  'https:',
  'https:/',
  'http://kairavi.example@',
  'https://kairavi.example.',
  'HTTPS://',
  'javascript://',
  'data:text/html,',
  'blob:https://',
]

describe('T9 ?next= leads nowhere else', () => {
  test.each(LEADS)('%j before a host', (lead) => {
    for (const host of HOSTS) {
      const next = safePath(lead + host) ?? paths.home
      expect(next).toMatch(/^\/(?![/\\])/)
      expect(new URL(next, SITE).origin).toBe(SITE)
    }
  })

  test.each(['/%09/evil.example', '/%5cevil.example', '/@evil.example', '/;@evil.example/'])(
    '%s is a page of this site, if any',
    (given) => {
      expect(new URL(safePath(given) ?? paths.home, SITE).origin).toBe(SITE)
    },
  )
})
