import { afterEach, expect, test, vi } from 'vitest'
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

afterEach(() => vi.unstubAllGlobals())

/** Gives the browser a storage for the drafts, or an access to it that fails. */
function stub(get: () => unknown) {
  // Without a tab's storage, the module takes itself to run in the build.
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
}

function open(stored: Record<string, string> = {}): Storage {
  const storage = createStorage(stored)
  stub(() => storage)
  return storage
}

test('a draft of each product is kept until it is removed', () => {
  open()
  expect(storeDraft(ring, { revision: 3, keptAt, values })).toBe(true)
  expect(readDraft(ring)).toMatchObject({ revision: 3, values: { title: 'Ring' } })
  expect(readDraft(newProduct)).toBeUndefined()
  expect(readDraft({ ...ring, userId: 'ravi' })).toBeUndefined()
  removeDraft(ring)
  expect(readDraft(ring)).toBeUndefined()
})

test('each new product has a draft of its own, which its author finds again', () => {
  open()
  const keep = (userId: string, recordId: string, title: string) => {
    const savedAt = `2026-01-0${recordId.at(-1)}T00:00:00.000Z`
    storeDraft({ userId, recordId }, { revision: 0, keptAt: savedAt, values: { title } })
  }
  keep('asha', 'new-1', 'Ring')
  keep('asha', 'new-2', 'Bag')
  keep('ravi', 'new-3', 'Shoe')
  keep('asha', 'a1', 'Watch')
  const drafts = listNewDrafts('asha')
  expect(drafts.map(([id, { values }]) => [id, values])).toEqual([
    ['new-2', { title: 'Bag' }],
    ['new-1', { title: 'Ring' }],
  ])
  expect(createNewProductId()).not.toBe(createNewProductId())
})

test('drafts of more than a month, and what cannot be read, are removed', () => {
  const storage = open({ 'kairavi-studio-draft:broken': '{', other: 'stays' })
  storeDraft({ ...ring, recordId: 'old' }, { revision: 1, keptAt, values })
  storeDraft(newProduct, { revision: 1, keptAt: '2026-02-01T00:00:00.000Z', values })
  removeOldDrafts(Date.parse('2026-02-15T00:00:00Z'))
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
  const storage = open({ [name]: text })
  storeDraft({ userId: 'asha', recordId: 'new-2' }, { revision: 0, keptAt, values })
  expect(readDraft(newProduct)).toBeUndefined()
  expect(listNewDrafts('asha').map(([id]) => id)).toEqual(['new-2'])
  removeOldDrafts(Date.parse(keptAt))
  expect(Object.keys(storage)).toEqual(['kairavi-studio-draft:asha:new-2'])
})

test('of the fields of a draft, the texts are read', () => {
  expect(toTexts({ name: 'Diwali', start: 7, end: null, more: {} })).toEqual({ name: 'Diwali' })
  for (const none of [undefined, null, 7, 'x', ['a']]) expect(toTexts(none)).toEqual({})
})

test('a draft that is removed is not missed, and one that cannot be removed does no harm', () => {
  const storage = open({ 'kairavi-studio-draft:broken': '{' })
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  Object.defineProperty(Object.getPrototypeOf(storage), 'removeItem', { value: refuse })
  removeOldDrafts(0)
  removeDraft(ring)
})

test('one draft that is kept does not hide another one that is not, and without room the previous one stays', () => {
  const draft = { revision: 0, keptAt, values }
  const storage = open()
  storeDraft(ring, { ...draft, revision: 1 })
  const refuse = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  Object.defineProperty(Object.getPrototypeOf(storage), 'setItem', { value: refuse })
  expect(storeDraft(ring, draft)).toBe(false)
  expect(readDraft(ring)).toMatchObject({ revision: 1 })
  open()
  storeDraft(newProduct, draft)
  expect($draftsKept.get()).toBe(false)
  removeDraft(ring)
  expect($draftsKept.get(), 'it was sent or discarded').toBe(true)
  stub(refuse)
  storeDraft(ring, draft)
  forgetUnkept()
  expect($draftsKept.get(), 'its page was left').toBe(true)
})

test('where there is no storage, or it is refused, nothing is kept, and that is said', () => {
  const draft = { revision: 0, keptAt, values }
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const get of [() => null, refuse]) {
    stub(get)
    expect(storeDraft(ring, draft)).toBe(false)
    expect($draftsKept.get()).toBe(false)
    expect(readDraft(ring)).toBeUndefined()
    expect(() => removeDraft(ring)).not.toThrow()
    expect(() => removeOldDrafts(0)).not.toThrow()
    expect(listNewDrafts('asha')).toEqual([])
  }
  open()
  expect(storeDraft(ring, draft)).toBe(true)
  expect($draftsKept.get()).toBe(true)
})
