import { expect, test } from 'vitest'
import { keepDraft, readDraft, removeDraft, removeOldDrafts } from '#src/studio/form/drafts.ts'
import { createEmptyValues } from '#src/studio/form/form-schema.ts'

/** A storage of a browser. */
function createStorage(given: Record<string, string> = {}): Storage {
  const entries: Record<string, string> = { ...given }
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => {
      entries[key] = value
    },
    removeItem: (key: string) => {
      delete entries[key]
    },
  }
  return new Proxy(methods, {
    ownKeys: () => Object.keys(entries),
    getOwnPropertyDescriptor: (_target, key) => ({
      value: entries[String(key)],
      enumerable: true,
      configurable: true,
    }),
  }) as unknown as Storage
}

const values = { ...createEmptyValues(new Date()), title: 'Ring' }
const keptAt = '2026-01-01T00:00:00.000Z'

test('a draft of each product is kept until it is removed', () => {
  const storage = createStorage()
  expect(keepDraft('a', { revision: 3, keptAt, values }, storage)).toBe(true)
  expect(readDraft('a', storage)).toMatchObject({ revision: 3, values: { title: 'Ring' } })
  expect(readDraft(undefined, storage)).toBeUndefined()
  removeDraft('a', storage)
  expect(readDraft('a', storage)).toBeUndefined()
})

test('a draft of a form with other fields is left out', () => {
  const { warranty: _, ...others } = values
  const draft = { revision: 3, keptAt, values: { ...others, warrantyType: 'Steel' } }
  const storage = createStorage({ 'kairavi-studio-draft:a': JSON.stringify(draft) })
  expect(readDraft('a', storage)).toBeUndefined()
})

test('a picture whose upload has not ended is not in the draft', () => {
  const storage = createStorage()
  const row = { alt: '', focus: undefined, picture: undefined }
  const pictures = [
    { ...row, file: '' },
    { ...row, file: 'a' },
  ]
  keepDraft(undefined, { revision: 0, keptAt, values: { ...values, pictures } }, storage)
  expect(readDraft(undefined, storage)?.values.pictures.map(({ file }) => file)).toEqual(['a'])
})

test('drafts of more than a month, and what cannot be read, are removed', () => {
  const storage = createStorage({ 'kairavi-studio-draft:broken': '{', other: 'stays' })
  keepDraft('old', { revision: 1, keptAt, values }, storage)
  keepDraft('new', { revision: 1, keptAt: '2026-02-01T00:00:00.000Z', values }, storage)
  removeOldDrafts(Date.parse('2026-02-15T00:00:00Z'), storage)
  expect(Object.keys(storage)).toEqual(['other', 'kairavi-studio-draft:new'])
})

test('a browser without storage keeps none, and says so', () => {
  const storage = new Proxy({} as Storage, {
    get: () => {
      throw new Error('denied')
    },
  })
  expect(keepDraft('a', { revision: 1, keptAt, values }, storage)).toBe(false)
  expect(readDraft('a', storage)).toBeUndefined()
})
