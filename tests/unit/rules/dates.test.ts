import { expect, test } from 'vitest'
import { formatDate, formatIndianDate, formatIst, toDay, toIndianDay } from '#src/rules/dates.ts'

const MIDNIGHT = '2026-11-30T18:30:00.000Z'
const before = Date.parse(MIDNIGHT) - 1

test('a day begins at midnight in India, whatever the time zone of the machine', () => {
  expect(formatIst(MIDNIGHT)).toBe('1 Dec 2026, 12:00 am IST')
  expect(formatIndianDate(MIDNIGHT)).toBe('1 December 2026')
  expect(formatIndianDate(before)).toBe('30 November 2026')
  expect([toIndianDay(before), toIndianDay(before + 1)]).toEqual(['2026-11-30', '2026-12-01'])
  expect(toDay(before + 1)).toBe('2026-11-30')
  expect(formatDate('soon')).toBe('')
})
