import { afterEach, expect, test, vi } from 'vitest'
import { keepOnDevice, readKept } from '#src/studio/app/device-storage.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

const fail = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

afterEach(() => vi.unstubAllGlobals())

const stub = (get: () => unknown) => {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
}

test.each<[string, () => unknown]>([
  ['is refused', fail],
  ['is absent', () => null],
  ['throws on every call', () => ({ getItem: fail, setItem: fail })],
])('where storage %s, nothing is read or kept, and nothing throws', (_, get) => {
  stub(get)
  expect(readKept('carrier', isText)).toBeUndefined()
  expect(keepOnDevice('carrier', 'Blue Dart')).toBe(false)
})

test.each(['Blue Dart', '{', '7', 'null', '["x"]'])(
  'of another value, %s, nothing is read',
  (text) => {
    stub(() => ({ getItem: () => text }))
    expect(readKept('carrier', isText)).toBeUndefined()
  },
)

test('what is kept is read again, and a value without room leaves the one before', () => {
  const kept = new Map<string, string>()
  let isFull = false
  stub(() => ({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => (isFull ? fail() : kept.set(name, text)),
  }))
  expect(keepOnDevice('carrier', 'Blue Dart')).toBe(true)
  isFull = true
  expect(keepOnDevice('carrier', 'India Post')).toBe(false)
  expect(readKept('carrier', isText)).toBe('Blue Dart')
})
