import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createContentSecurityPolicy, parseToastStyle } from '#config/content-security-policy.ts'

test('allows the inline style of every page and the style sheet of sonner, and no other', () => {
  const style = readFileSync('src/components/chrome/view-transition.css', 'utf8')
  const { hashes } = createContentSecurityPolicy({}).styleDirective
  expect(hashes).toHaveLength(3)
  expect(hashes).toContain(`sha256-${createHash('sha256').update(style).digest('base64')}`)
})

test('fails where sonner has no style sheet as one string', () => {
  expect(() => parseToastStyle('__insertCSS(css)')).toThrow('has no __insertCSS("…") call')
})

test('names the origins of a separate API, of pictures and of analytics once', () => {
  const { directives } = createContentSecurityPolicy({
    PUBLIC_API_URL: 'https://api.kairavi.example/api',
    MEDIA_ORIGIN: 'https://media.kairavi.example',
    PUBLIC_ANALYTICS_URL: 'https://api.kairavi.example/views',
  })
  const origins = 'https://api.kairavi.example https://media.kairavi.example'
  expect(directives).toContain(`connect-src 'self' ${origins}`)
  expect(directives).toContain(`img-src 'self' data: blob: ${origins}`)
})

test('allows photos of Google accounts only with a client id', () => {
  const photosFor = (env: Record<string, string>) =>
    createContentSecurityPolicy(env).directives.find((source) => source.startsWith('img-src'))
  expect(photosFor({})).toBe("img-src 'self' data: blob:")
  expect(photosFor({ PUBLIC_GOOGLE_CLIENT_ID: 'x' })).toContain('https://*.googleusercontent.com')
})
