import { beforeEach, expect, test, vi } from 'vitest'
import {
  deleteRecent,
  PINCODE_KEY,
  readItem,
  removeItem,
  setItem,
  toFormDraftKey,
} from '#src/stores/storage.ts'
import { createStorage } from '#tests/helpers/device-storage.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

const fail = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const stub = (get: () => unknown) => {
  for (const area of ['sessionStorage', 'localStorage']) {
    vi.stubGlobal(area, undefined)
    Object.defineProperty(globalThis, area, { configurable: true, get })
  }
}

beforeEach(() => () => vi.unstubAllGlobals())

test.each<[string, () => unknown]>([
  ['is refused', fail],
  ['is absent', () => null],
  ['throws on every call', () => ({ getItem: fail, setItem: fail, removeItem: fail })],
])('where storage %s, nothing is read, kept or removed, and nothing throws', (_, get) => {
  stub(get)
  for (const area of ['sessionStorage', 'localStorage'] as const) {
    setItem('a', 'b', area)
    expect(readItem('a', isText, area)).toBeUndefined()
  }
  removeItem('a')
  deleteRecent()
})

test.each(['{', '7', 'null', '["x"]', ''])('of another value, %j, nothing is read', (text) => {
  stub(() => ({ getItem: () => text }))
  expect(readItem('a', isText)).toBeUndefined()
})

test('a value without room removes the one before, which would be an old one', () => {
  const storage = createStorage()
  stub(() => storage)
  setItem('a', 'b')
  expect(readItem('a', isText)).toBe('b')
  Object.assign(Object.getPrototypeOf(storage), { setItem: fail })
  setItem('a', 'c')
  expect(readItem('a', isText)).toBeUndefined()
})

test('a logout removes the drafts of forms, and leaves what is not of a visitor', () => {
  const storage = createStorage()
  stub(() => storage)
  for (const key of [PINCODE_KEY, toFormDraftKey('address', 'asha'), 'other']) setItem(key, 'x')
  deleteRecent()
  expect(Object.keys(storage)).toEqual(['other'])
})

test.each([
  ...['{"a":1}', '7', '"x"', '[null]', '[["own:x:cart",null]]', '[["own:x:cart"]]'],
  ...['[[7,{"data":[],"created":1}]]', '[[null,{"data":[],"created":1}]]'],
])('what is no cache of answers, %s, is an empty one', async (text) => {
  vi.resetModules()
  stub(() => ({ getItem: () => text, setItem: () => undefined, removeItem: () => undefined }))
  const { deleteUserCache, getCached } = await import('#src/stores/storage.ts')
  expect(getCached('own:x:cart')).toBeUndefined()
  deleteUserCache('x')
})
