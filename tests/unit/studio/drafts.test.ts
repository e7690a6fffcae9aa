import { expect, test, vi } from 'vitest'
import {
  $draftsKept,
  createNewProductId,
  forgetUnkept,
  listNewDrafts,
  readDraft,
  removeDraft,
  removeOldDrafts,
  storeDraft,
  toTexts,
} from '#src/studio/record/drafts.ts'
import { createStorage } from '#tests/helpers/device-storage.ts'

const values = { title: 'Ring' }
const keptAt = '2026-01-01T00:00:00.000Z'
const ring = { userId: 'asha', recordId: 'a' }
const newProduct = { userId: 'asha', recordId: 'new-1' }

test('a draft of each product is kept until it is removed', () => {
  const storage = createStorage()
  expect(storeDraft(ring, { revision: 3, keptAt, values }, storage)).toBe(true)
  expect(readDraft(ring, storage)).toMatchObject({ revision: 3, values: { title: 'Ring' } })
  expect(readDraft(newProduct, storage)).toBeUndefined()
  expect(readDraft({ ...ring, userId: 'ravi' }, storage)).toBeUndefined()
  removeDraft(ring, storage)
  expect(readDraft(ring, storage)).toBeUndefined()
})

test('each new product has a draft of its own, which its author finds again', () => {
  const storage = createStorage()
  const keep = (userId: string, recordId: string, title: string) => {
    const savedAt = `2026-01-0${recordId.at(-1)}T00:00:00.000Z`
    storeDraft({ userId, recordId }, { revision: 0, keptAt: savedAt, values: { title } }, storage)
  }
  keep('asha', 'new-1', 'Ring')
  keep('asha', 'new-2', 'Bag')
  keep('ravi', 'new-3', 'Shoe')
  keep('asha', 'a1', 'Watch')
  const drafts = listNewDrafts('asha', storage)
  expect(drafts.map(([id, { values }]) => [id, values])).toEqual([
    ['new-2', { title: 'Bag' }],
    ['new-1', { title: 'Ring' }],
  ])
  expect(createNewProductId()).not.toBe(createNewProductId())
})

test('drafts of more than a month, and what cannot be read, are removed', () => {
  const storage = createStorage({ 'kairavi-studio-draft:broken': '{', other: 'stays' })
  storeDraft({ ...ring, recordId: 'old' }, { revision: 1, keptAt, values }, storage)
  storeDraft(newProduct, { revision: 1, keptAt: '2026-02-01T00:00:00.000Z', values }, storage)
  removeOldDrafts(Date.parse('2026-02-15T00:00:00Z'), storage)
  expect(Object.keys(storage)).toEqual(['other', 'kairavi-studio-draft:asha:new-1'])
})

test.each([
  ...['{', 'null', '7', '"x"', '[]', '{}'],
  ...['1', -1, 1.5, null].map((revision) => JSON.stringify({ revision, keptAt, values })),
  JSON.stringify({ revision: 1, keptAt: 'yesterday', values }),
  JSON.stringify({ revision: 1, keptAt: 7, values }),
  JSON.stringify({ revision: 1, keptAt }),
])('what is no draft, %s, is neither read nor listed, and is removed', (text) => {
  const name = 'kairavi-studio-draft:asha:new-1'
  const storage = createStorage({ [name]: text })
  storeDraft({ userId: 'asha', recordId: 'new-2' }, { revision: 0, keptAt, values }, storage)
  expect(readDraft(newProduct, storage)).toBeUndefined()
  expect(listNewDrafts('asha', storage).map(([id]) => id)).toEqual(['new-2'])
  removeOldDrafts(Date.parse(keptAt), storage)
  expect(Object.keys(storage)).toEqual(['kairavi-studio-draft:asha:new-2'])
})

test('of the fields of a draft, the texts are read', () => {
  expect(toTexts({ name: 'Diwali', start: 7, end: null, more: {} })).toEqual({ name: 'Diwali' })
  for (const none of [undefined, null, 7, 'x', ['a']]) expect(toTexts(none)).toEqual({})
})

test('a draft that is removed is not missed, and one that cannot be removed does no harm', () => {
  const storage = createStorage({ 'kairavi-studio-draft:broken': '{' })
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  Object.defineProperty(Object.getPrototypeOf(storage), 'removeItem', { value: refuse })
  removeOldDrafts(0, storage)
  removeDraft(ring, storage)
})

test('one draft that is kept does not hide another one that is not', () => {
  const draft = { revision: 0, keptAt, values }
  const full = createStorage()
  Object.defineProperty(Object.getPrototypeOf(full), 'setItem', {
    value: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  expect(storeDraft(ring, draft, full)).toBe(false)
  storeDraft(newProduct, draft, createStorage())
  expect($draftsKept.get()).toBe(false)
  removeDraft(ring, full)
  expect($draftsKept.get(), 'it was sent or discarded').toBe(true)
  storeDraft(ring, draft, full)
  forgetUnkept()
  expect($draftsKept.get(), 'its page was left').toBe(true)
})

test('a browser without storage keeps none, and says so', () => {
  const storage = new Proxy({} as Storage, {
    get: () => {
      throw new Error('denied')
    },
    ownKeys: () => {
      throw new Error('denied')
    },
  })
  removeOldDrafts(0, storage)
  expect(listNewDrafts('asha', storage)).toEqual([])
  expect(storeDraft(ring, { revision: 1, keptAt, values }, storage)).toBe(false)
  expect(readDraft(ring, storage)).toBeUndefined()
})

test.each<[string, () => Storage | null]>([
  [
    'refuses it',
    () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  ],
  ['has none', () => null],
])('nothing is kept, and nothing throws, where the browser %s', (_, get) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
  try {
    expect(storeDraft(ring, { revision: 3, keptAt, values })).toBe(false)
    removeDraft(ring)
    removeOldDrafts(0)
    expect([readDraft(ring), listNewDrafts('asha')]).toEqual([undefined, []])
  } finally {
    if (own) Object.defineProperty(globalThis, 'localStorage', own)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
})

test('where there is no storage, or it is refused, nothing is kept, and that is said', () => {
  const draft = { revision: 0, keptAt, values }
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const get of [() => null, refuse]) {
    vi.stubGlobal('localStorage', undefined)
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
    expect(storeDraft(ring, draft)).toBe(false)
    expect($draftsKept.get()).toBe(false)
    expect(readDraft(ring)).toBeUndefined()
    expect(() => removeDraft(ring)).not.toThrow()
    expect(listNewDrafts('asha')).toEqual([])
  }
  vi.unstubAllGlobals()
  expect(storeDraft(ring, draft, createStorage())).toBe(true)
  expect($draftsKept.get()).toBe(true)
})
