import { expect, test } from 'vitest'
import { addDays } from '#src/editing/appointment-days.ts'

test('days are counted across the ends of months and years', () => {
  expect(addDays('2026-12-30', 7)).toBe('2027-01-06')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})
