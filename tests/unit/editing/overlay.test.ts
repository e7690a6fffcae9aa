import { describe, expect, test } from 'vitest'
import {
  diffPatch,
  effective,
  listPatchedFields,
  type OverlaidState,
  type Overlay,
  type Patch,
} from '#src/editing/overlay.ts'
import { createCatalogEntry } from '#tools/products.ts'

const toBody = (overrides: object = {}) => ({
  ...createCatalogEntry({ slug: 'a', price: 100, ...overrides }),
})
const base: OverlaidState = { body: toBody(), archived: false }
const price = (amount: number): Patch => ({ price: { set: amount } })

let created = 0
const launch = (patch: Patch, startsAt: number, endsAt: number | null = null): Overlay => ({
  patch,
  startsAt,
  endsAt,
  createdAt: created++,
})

/** The values of a field at the minutes 0 to 9. */
const readMinutes = (overlays: Overlay[], field = 'price', of = base): unknown[] =>
  Array.from({ length: 10 }, (_, at) => effective('x', of, overlays, at).body[field])

describe('two launches of one field', () => {
  test.for<[relation: string, a: [number, number], b: [number, number], seen: number[]]>([
    ['a before b', [1, 3], [5, 7], [100, 90, 90, 100, 100, 80, 80, 100, 100, 100]],
    ['b before a', [5, 7], [1, 3], [100, 80, 80, 100, 100, 90, 90, 100, 100, 100]],
    ['a meets b', [1, 4], [4, 7], [100, 90, 90, 90, 80, 80, 80, 100, 100, 100]],
    ['b meets a', [4, 7], [1, 4], [100, 80, 80, 80, 90, 90, 90, 100, 100, 100]],
    ['a overlaps b', [1, 5], [3, 7], [100, 90, 90, 80, 80, 80, 80, 100, 100, 100]],
    ['b overlaps a', [3, 7], [1, 5], [100, 80, 80, 90, 90, 90, 90, 100, 100, 100]],
    ['a contains b', [1, 8], [3, 5], [100, 90, 90, 80, 80, 90, 90, 90, 100, 100]],
    ['b contains a', [3, 5], [1, 8], [100, 80, 80, 90, 90, 80, 80, 80, 100, 100]],
    ['a starts b', [1, 4], [1, 7], [100, 80, 80, 80, 80, 80, 80, 100, 100, 100]],
    ['b starts a', [1, 7], [1, 4], [100, 80, 80, 80, 90, 90, 90, 100, 100, 100]],
    ['a finishes b', [4, 7], [1, 7], [100, 80, 80, 80, 90, 90, 90, 100, 100, 100]],
    ['b finishes a', [1, 7], [4, 7], [100, 90, 90, 90, 80, 80, 80, 100, 100, 100]],
    ['a equals b', [2, 5], [2, 5], [100, 100, 80, 80, 80, 100, 100, 100, 100, 100]],
  ])('%s: the later one lies on top, of two at once the newer one', ([, a, b, seen]) => {
    const overlays = [launch(price(90), ...a), launch(price(80), ...b)]
    expect(readMinutes(overlays)).toEqual(seen)
    expect(readMinutes(overlays.toReversed())).toEqual(seen)
  })

  test('a third one lies over both', () => {
    const overlays = [launch(price(90), 1, 8), launch(price(80), 2, 6), launch(price(70), 3, 5)]
    expect(readMinutes(overlays)).toEqual([100, 90, 80, 70, 70, 80, 90, 90, 100, 100])
  })
})

describe('a record under a launch', () => {
  const overlays = [launch({ ...price(80), tagline: { unset: true } }, 1, 3)]

  test('has a save of meanwhile in the fields that the launch leaves', () => {
    const saved = { body: toBody({ price: 95, title: 'Saved' }), archived: false }
    expect(readMinutes(overlays, 'title', saved).slice(0, 4)).toEqual(Array(4).fill('Saved'))
    expect(readMinutes(overlays, 'price', saved).slice(0, 4)).toEqual([95, 80, 80, 95])
    expect('tagline' in effective('x', saved, overlays, 1).body).toBe(false)
  })

  test('that is archived by hand stays so, and is restored by hand', () => {
    const archived = { ...base, archived: true }
    for (const at of [0, 1, 3]) {
      expect(effective('x', archived, overlays, at).archived).toBe(true)
      expect(effective('x', base, overlays, at).archived).toBe(false)
    }
  })

  test('is on sale or archived only meanwhile', () => {
    const made = [launch({ archived: { set: false } }, 1, 3)]
    const isArchived = (state: OverlaidState, lying: Overlay[]) =>
      [0, 1, 3].map((at) => effective('x', state, lying, at).archived)
    expect(isArchived({ ...base, archived: true }, made)).toEqual([true, false, true])
    const removed = [launch({ archived: { set: true } }, 1, 3)]
    expect(isArchived(base, removed)).toEqual([false, true, false])
  })

  test('that the launch makes has all of its fields', () => {
    const patch = diffPatch('new-1', undefined, base)
    expect(patch['archived']).toEqual({ set: false })
    const made = effective('new-1', { body: {}, archived: true }, [launch(patch, 1)])
    expect(made).toEqual(base)
  })
})

describe('the variants of a product', () => {
  const sizes = { options: [{ name: 'Size', values: ['S', 'M'] }], variant: { Size: 'S' } }
  const rows = [
    { choice: { Size: 'S' }, stock: 1, price: 100 },
    { choice: { Size: 'M' }, stock: 2, price: 120 },
  ]
  const ring = { body: toBody({ ...sizes, variants: rows, stock: 3 }), archived: false }
  const withRows = (variants: object[], more: object = {}) => ({
    ...ring,
    body: { ...ring.body, ...more, variants },
  })

  test('are patched field by field, and their stock never', () => {
    const patch = diffPatch(
      'x',
      ring,
      withRows([
        { ...rows[0], stock: 9 },
        { ...rows[1], price: 90 },
      ]),
    )
    expect(patch).toEqual({ 'variants.{"Size":"M"}.price': { set: 90 } })
    expect(listPatchedFields(patch)).toEqual(['variants'])
    const counted = withRows([rows[0] ?? {}, { ...rows[1], stock: 7, sku: 'M-1' }])
    expect(effective('x', counted, [launch(patch, 0)]).body).toMatchObject({
      stock: 8,
      variants: [rows[0], { choice: { Size: 'M' }, stock: 7, price: 90, sku: 'M-1' }],
    })
  })

  test('are added with their stock and removed', () => {
    const more = { options: [{ name: 'Size', values: ['S', 'L'] }] }
    const next = withRows([rows[0] ?? {}, { choice: { Size: 'L' }, stock: 5 }], more)
    const patch = diffPatch('x', ring, next)
    expect(effective('x', ring, [launch(patch, 0)])).toEqual({
      archived: false,
      body: { ...next.body, stock: 6 },
    })
  })

  test('follow a rename of their value', () => {
    const patch = diffPatch('x', ring, withRows([rows[0] ?? {}, { ...rows[1], price: 90 }]))
    const renamed = withRows([rows[0] ?? {}, { ...rows[1], choice: { Size: 'Medium' } }], {
      options: [{ name: 'Size', values: ['S', 'Medium'], ids: { Medium: 'M' } }],
    })
    expect(effective('x', renamed, [launch(patch, 0)]).body['variants']).toEqual([
      rows[0],
      { choice: { Size: 'Medium' }, stock: 2, price: 90 },
    ])
  })
})

test('a content record is patched by its fields, of which a list is one', () => {
  const about = { title: 'About', text: 'Old', rows: [1, 2] }
  const before = { body: about, archived: false }
  const patch = diffPatch('about', before, { ...before, body: { ...about, title: 'Festive' } })
  expect(patch).toEqual({ title: { set: 'Festive' } })
  expect(effective('about', before, [launch(patch, 0)]).body).toEqual({
    ...about,
    title: 'Festive',
  })
})
