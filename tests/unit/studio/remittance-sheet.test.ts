import { expect, test } from 'vitest'
import { findParcel, parseRemittanceSheet } from '#src/studio/orders/remittance-sheet.ts'

const [A, B] = ['KV-AAAA2222', 'KV-BBBB3333'] as const

test('a line has an order, an amount and a date, in any order', () => {
  expect(parseRemittanceSheet(`28-11-2026\t₹15,225.00\t${A}\n2 Dec\t1050\tkv bbbb3333`)).toEqual({
    remittances: [
      { number: A, amount: 15_225, rest: '28-11-2026' },
      { number: B, amount: 1_050, rest: '2 Dec' },
    ],
    problems: [],
  })
})

test('of several columns with amounts, the header names the one', () => {
  const lines = `${A}\t123456789012\t1050\n${B}\t123456789013\t2100`
  expect(parseRemittanceSheet(lines).problems).toEqual([
    expect.stringContaining('Several columns have amounts.'),
  ])
  const sheet = parseRemittanceSheet(`Order\tAWB\tCOD amount\n${lines}`)
  expect(sheet.remittances.map(({ amount }) => amount)).toEqual([1_050, 2_100])
  expect(sheet.problems).toEqual([])
})

test('an order can have two lines, and a line without an order is counted', () => {
  expect(parseRemittanceSheet(`${A}\t10\n${A}\t20\nTotal\t30`)).toEqual({
    remittances: [
      { number: A, amount: 10, rest: '' },
      { number: A, amount: 20, rest: '' },
    ],
    problems: ['1 line has no order.'],
  })
})

test.for([
  ['BLR 12-34', 'second'],
  ['blr1234', 'second'],
  ['', undefined],
  ['BLR99', undefined],
] as const)('a line with the tracking number "%s" is of the parcel %s', ([cell, name]) => {
  const { remittances } = parseRemittanceSheet(`${A}\t10\t2 Dec\t${cell}`)
  const parcels = [
    { name: 'first', trackingNumber: '' },
    { name: 'second', trackingNumber: 'BLR1234' },
  ]
  expect(remittances.map((line) => findParcel(line, parcels)?.name)).toEqual([name])
})

test('a text without orders says so, and an empty one says nothing', () => {
  expect(parseRemittanceSheet('hello').problems).toEqual(['No line has the number of an order.'])
  expect(parseRemittanceSheet(' \n').problems).toEqual([])
})
