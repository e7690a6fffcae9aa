import { expect, test } from 'vitest'
import { toCountedSearch } from '#src/channels/search-report.ts'

test.each([
  ['Silk  Saree', 'silk saree'],
  [' Minaudière ', 'minaudiere'],
  ["ladies' watch", 'ladies watch'],
  ['under 50000', 'under 50000'],
  ['under 1,00,000', 'under 1,00,000'],
  ['42 to 45', '42 to 45'],
  ['ａｓｈａ', 'asha'],
  ['x'.repeat(80), 'x'.repeat(60)],
  ['𝒜'.repeat(80), 'a'.repeat(60)],
  ['🙂'.repeat(80), '🙂'.repeat(60)],
])('counts %j as %j', (search, counted) => {
  expect(toCountedSearch(search)).toBe(counted)
})

test.each([
  'asha@example.com',
  'mail to Asha @ example',
  `${'x'.repeat(70)} asha@example.com`,
  'asha＠example.com',
  '302001',
  '9876543210',
  '+91 98765 43210',
  '98765-43210',
  '४१११११',
  "'",
  '\u0301',
])('does not count %j', (search) => {
  expect(toCountedSearch(search)).toBeNull()
})
