import { describe, expect, test } from 'vitest'
import { type ListView, parseListView, toListSearch } from '#src/studio/orders/list-view.ts'

const all: ListView = { states: [], view: undefined, page: 1 }

describe('the address of the list of orders', () => {
  test.each<[ListView, string]>([
    [all, ''],
    [{ ...all, view: 'to_dispatch' }, '?view=to_dispatch'],
    [{ ...all, states: ['placed', 'delivered'], page: 3 }, '?state=placed,delivered&page=3'],
    [
      { states: ['cancelled'], view: 'returns', page: 400 },
      '?view=returns&state=cancelled&page=400',
    ],
  ])('%j is written as %j, and read back', (view, search) => {
    expect(toListSearch(view)).toBe(search)
    expect(parseListView(search)).toEqual(view)
  })

  test.each([
    '?view=nothing',
    '?state=lost,',
    '?page=0',
    '?page=401',
    '?page=1.5',
    '?page=x',
    '?search=asha',
  ])('%s is read as the list of all', (search) => {
    expect(parseListView(search)).toEqual(all)
  })

  test('keeps the states in the order of an order', () => {
    expect(parseListView('?state=delivered,placed').states).toEqual(['placed', 'delivered'])
  })
})
