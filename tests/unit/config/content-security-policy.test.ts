import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createContentSecurityPolicy, parseToastStyle } from '#config/content-security-policy.ts'

const toHash = (content: string) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

afterEach(() => vi.unstubAllGlobals())

describe('the content security policy', () => {
  test('allows the style elements that sonner inserts, and no other', async () => {
    const inserted: string[] = ['']
    const style = {
      appendChild: (text: string) => inserted.push(text),
    }
    vi.stubGlobal('document', {
      head: { appendChild: () => {} },
      createElement: () => style,
      createTextNode: (text: string) => text,
    })
    await import('sonner')
    expect(inserted).toHaveLength(2)
    expect(inserted[1]).toContain('[data-sonner-toast]')
    const { hashes } = createContentSecurityPolicy({}).styleDirective
    expect(hashes).toHaveLength(3)
    expect(hashes).toEqual(expect.arrayContaining(inserted.map(toHash)))
  })

  test('reports a sonner that inserts its style sheet in another way', () => {
    expect(() => parseToastStyle('export {}')).toThrow('has no __insertCSS("…") call')
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
      createContentSecurityPolicy(env).directives.find((one) => one.startsWith('img-src'))
    expect(photosFor({})).toBe("img-src 'self' data: blob:")
    expect(photosFor({ PUBLIC_GOOGLE_CLIENT_ID: 'x' })).toContain('https://*.googleusercontent.com')
  })
})
