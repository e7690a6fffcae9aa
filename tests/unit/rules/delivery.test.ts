import { describe, expect, test } from 'vitest'
import { estimateDelivery, formatDeliveryRange } from '#src/rules/account/delivery.ts'
import { findState, INDIAN_STATES, suggestCity } from '#src/rules/account/pincode-area.ts'
import pincodes from '#tests/fixtures/pincodes.json' with { type: 'json' }

/** A pincode of each sorting district, by state. */
const districts = Object.entries(pincodes.states).map(
  ([state, list]) => [state, list.split(' ')] as const,
)

describe('the state of a pincode', () => {
  test('is that of the directory, for a pincode of each sorting district', () => {
    const wrong = districts.flatMap(([state, list]) =>
      list.filter((pincode) => findState(pincode) !== state),
    )
    expect(wrong).toEqual([])
    expect(districts.map(([state]) => state)).toEqual(INDIAN_STATES)
  })

  test.each(['100001', '540001', '890001'])('%s has no sorting district', (pincode) =>
    expect(findState(pincode)).toBeNull(),
  )

  test('suggests a city where its sorting district is one', () => {
    expect(suggestCity('302002')).toBe('Jaipur')
    expect(suggestCity('682555')).toBe('')
    expect(suggestCity('303001')).toBe('')
  })
})

describe('the delivery estimate', () => {
  /** A time in India of November 2026; the 22nd and the 29th are Sundays. */
  const toTime = (time: string) => Date.parse(`2026-11-${time}:00+05:30`)

  const range = (pincode: string, time: string, options = {}) => {
    const estimate = estimateDelivery(pincode, toTime(time), options)
    return estimate && formatDeliveryRange(estimate)
  }

  test.each([
    ['302002', '23T13:59', 'Tue, 24 Nov – Wed, 25 Nov', 'Jaipur, the minute before the cut-off'],
    ['302002', '23T14:00', 'Wed, 25 Nov – Thu, 26 Nov', 'from the cut-off on a day later'],
    ['302002', '27T20:00', 'Mon, 30 Nov – Tue, 1 Dec', 'Friday evening leaves on Saturday'],
    ['302002', '28T10:00', 'Mon, 30 Nov – Tue, 1 Dec', 'a Sunday in between does not count'],
    ['302002', '28T20:00', 'Tue, 1 Dec – Wed, 2 Dec', 'Saturday evening leaves on Monday'],
    ['302002', '29T20:00', 'Tue, 1 Dec – Wed, 2 Dec', 'so does Sunday evening'],
    ['560001', '23T10:00', 'Wed, 25 Nov – Thu, 26 Nov', 'a city of the near zone'],
    ['570001', '23T10:00', 'Thu, 26 Nov – Fri, 27 Nov', 'the mainland'],
    ['794001', '23T10:00', 'Sat, 28 Nov – Tue, 1 Dec', 'the North East'],
    ['744101', '23T10:00', 'Mon, 30 Nov – Thu, 3 Dec', 'the islands'],
    ['900056', '23T10:00', 'Mon, 30 Nov – Thu, 3 Dec', 'an Army Post Office'],
  ])('to %s ordered at %s is %s: %s', (pincode, time, expected) =>
    expect(range(pincode, time)).toBe(expected),
  )

  test.each([
    ['24T10:00', ['2026-11-24'], 'Thu, 26 Nov – Fri, 27 Nov', 'nothing leaves on a closed day'],
    ['24T20:00', ['2026-11-24'], 'Thu, 26 Nov – Fri, 27 Nov', 'whose evening is not late'],
    ['23T10:00', ['2026-11-24', '2026-11-25'], 'Thu, 26 Nov – Fri, 27 Nov', 'nor arrives on one'],
    ['27T10:00', ['2026-11-28', '2026-11-30'], 'Tue, 1 Dec – Wed, 2 Dec', 'around a Sunday'],
    ['23T10:00', ['2026-12-25'], 'Tue, 24 Nov – Wed, 25 Nov', 'a later one changes nothing'],
  ])('to Jaipur ordered at %s with %j closed is %s: %s', (time, closedDays, expected) =>
    expect(range('302002', time, { closedDays })).toBe(expected),
  )

  test('adds the days of a personalised piece, and gives an unknown pincode no range', () => {
    expect(range('302002', '23T10:00', { personalised: true })).toBe('Fri, 27 Nov – Sat, 28 Nov')
    expect(range('100001', '23T10:00')).toBeNull()
    expect(formatDeliveryRange({ from: '2026-11-23', to: '2026-11-23' })).toBe('Mon, 23 Nov')
  })
})
