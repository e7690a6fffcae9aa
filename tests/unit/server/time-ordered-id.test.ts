import { expect, test } from 'vitest'
import { createTimeOrderedId } from '#src/server/core/time-ordered-id.ts'

test('ids are UUIDs of version 7 in the order of their times', () => {
  const times = [0, 1, 255, 65_536, Date.UTC(2026, 10, 26), Date.UTC(2026, 10, 26) + 1]
  const ids = times.map(createTimeOrderedId)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.toSorted()).toEqual(ids)
})

test('ids of one time differ, and are in the order in which they were made', () => {
  const ids = Array.from({ length: 4_096 }, () => createTimeOrderedId(1))
  expect(new Set(ids).size).toBe(4_096)
  expect(ids.toSorted()).toEqual(ids)
})
