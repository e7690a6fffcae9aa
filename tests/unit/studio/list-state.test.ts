import { describe, expect, test } from 'vitest'
import { ORDER_STATES } from '#src/contract/values.ts'
import {
  day,
  defineList,
  flag,
  inMemory,
  oneOf,
  pageNumber,
  someOf,
  text,
} from '#src/studio/app/list-state.ts'

const list = defineList({
  search: text(),
  email: inMemory(text()),
  view: oneOf(['', 'to_dispatch', 'returns'], ''),
  state: someOf(ORDER_STATES),
  overdue: flag(),
  week: day(),
  page: pageNumber(400),
})

describe('the state of a list', () => {
  test.each<[Partial<typeof list.first>, string]>([
    [{}, ''],
    [{ view: 'to_dispatch' }, '?view=to_dispatch'],
    [{ week: '2026-12-01' }, '?week=2026-12-01'],
    [{ state: ['placed', 'delivered'], page: 3 }, '?state=placed%2Cdelivered&page=3'],
    [{ search: 'a & b=c', overdue: true, page: 400 }, '?search=a+%26+b%3Dc&overdue=true&page=400'],
  ])('%j is written as %j, and read back', (change, query) => {
    const state = { ...list.first, ...change }
    expect(list.toQuery(state)).toBe(query)
    expect(list.parse(query)).toEqual(state)
  })

  test.each([
    '?view=nothing',
    '?state=lost,',
    '?overdue=yes',
    '?week=2026-13-01',
    '?page=0',
    '?page=401',
    '?page=1.5',
    '?page=x',
    '?email=asha@example.com',
    '?other=1',
  ])('%s is read as the first state', (query) => {
    expect(list.parse(query)).toEqual(list.first)
  })

  test('keeps several values in their own order', () => {
    expect(list.parse('?state=delivered,placed').state).toEqual(['placed', 'delivered'])
  })

  test('writes no private part into an address, and remembers nothing else', () => {
    expect(list.toQuery({ ...list.first, email: 'asha@example.com' })).toBe('')
    list.remember({ email: 'asha@example.com', search: 'ring' })
    expect(list.$private.get()).toEqual({ email: 'asha@example.com' })
  })
})
