import { expect, test } from 'vitest'
import { fillTokens, findUnknownTokens } from '#src/rules/content-tokens.ts'

const record = { title: '{phone} {count} {typo}', rows: [{ text: '{email}' }, 7, null, '{wrong}'] }

test('tokens that stand for nothing in a record are found in all its parts', () =>
  expect(findUnknownTokens({ count: 'Number' }, record)).toEqual(['{typo}', '{wrong}']))

test('facts stand in place of their tokens, and other braces stay', () =>
  expect(fillTokens(record, { phone: '1', email: 'a@b.c', count: '2' })).toEqual({
    ...{ title: '1 2 {typo}', rows: [{ text: 'a@b.c' }, 7, null, '{wrong}'] },
  }))
