import { beforeEach, expect, test, vi } from 'vitest'
import { clearStorage, defineKey, readItem, removeItem, setItem } from '#src/stores/storage.ts'
import { createStorage } from '#tests/helpers/device-storage.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

const TAB = defineKey('kairavi-a', 'tab')
const DEVICE = defineKey('kairavi-b', 'until logout')

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
  for (const key of [TAB, DEVICE]) {
    setItem(key, 'b')
    expect(readItem(key, isText)).toBeUndefined()
    removeItem(key)
  }
  clearStorage()
})

test.each(['{', '7', 'null', '["x"]', ''])('of another value, %j, nothing is read', (text) => {
  stub(() => ({ getItem: () => text }))
  expect(readItem(TAB, isText)).toBeUndefined()
})

test('a value without room removes the one before, which would be an old one', () => {
  const storage = createStorage()
  stub(() => storage)
  setItem(TAB, 'b')
  expect(readItem(TAB, isText)).toBe('b')
  Object.assign(Object.getPrototypeOf(storage), { setItem: fail })
  setItem(TAB, 'c')
  expect(readItem(TAB, isText)).toBeUndefined()
})

test('a logout empties both storages of all that the shop keeps, but for what is of the device', () => {
  const areas = { sessionStorage: createStorage(), localStorage: createStorage() }
  for (const [name, area] of Object.entries(areas)) vi.stubGlobal(name, area)
  setItem(TAB, 'x')
  setItem(DEVICE, 'x')
  expect([Object.keys(areas.sessionStorage), Object.keys(areas.localStorage)]).toEqual([
    [TAB],
    [DEVICE],
  ])
  // Also keys of scripts that the page has not loaded.
  const device = ['kairavi-theme', 'kairavi-searches', 'kairavi-wishlist', 'other']
  for (const area of Object.values(areas))
    for (const name of [...device, 'kairavi-form:address:asha', 'kairavi-studio-draft:1'])
      area.setItem(name, 'x')
  clearStorage()
  for (const area of Object.values(areas)) expect(Object.keys(area)).toEqual(device)
})

test.each([
  ...['{"a":1}', '7', '"x"', '[null]', '[["own:x:cart",null]]', '[["own:x:cart"]]'],
  ...['[[7,{"data":[],"created":1}]]', '[[null,{"data":[],"created":1}]]'],
])('what is no cache of answers, %s, is an empty one', async (text) => {
  vi.resetModules()
  stub(() => ({ getItem: () => text, setItem: () => undefined, removeItem: () => undefined }))
  const { deleteUserCache, getCached } = await import('#src/stores/cache.ts')
  expect(getCached('own:x:cart')).toBeUndefined()
  deleteUserCache('x')
})
