import { expect, test } from 'vitest'
import { formatAppointmentTime } from '#src/rules/appointment.ts'
import {
  formatDay,
  formatInstant,
  formatShortDay,
  formatWeekday,
  toDay,
  toIndianDay,
} from '#src/rules/dates.ts'

const MIDNIGHT = '2026-11-30T18:30:00.000Z'
const before = Date.parse(MIDNIGHT) - 1

test('an instant is shown in the time of India', () => {
  expect(formatInstant(MIDNIGHT)).toBe('1 Dec 2026, 12:00 am IST')
  expect(formatInstant(before)).toBe('30 Nov 2026, 11:59 pm IST')
})

test('the day of an instant begins at midnight in India', () => {
  expect([toIndianDay(before), toIndianDay(before + 1)]).toEqual(['2026-11-30', '2026-12-01'])
  expect(toIndianDay(MIDNIGHT)).toBe('2026-12-01')
  expect(toDay(before + 1)).toBe('2026-11-30')
})

test('a day is shown as the day that it is', () => {
  expect(formatDay('2026-12-01')).toBe('1 December 2026')
  expect(formatShortDay('2026-12-01')).toBe('1 Dec 2026')
  expect(formatWeekday('2026-12-01')).toBe('Tue, 1 Dec')
  expect(formatAppointmentTime({ way: 'video', day: '2026-12-01', hour: 15 })).toBe(
    'By video on 1 December 2026, 3 pm',
  )
})

test('no format takes both a day and an instant', () => {
  for (const format of [formatDay, formatShortDay, formatWeekday])
    for (const value of [MIDNIGHT, 'soon', '2026-13-01', '']) expect(format(value)).toBe('')
  for (const value of ['2026-12-01', 'soon', '']) expect(formatInstant(value)).toBe('')
})
