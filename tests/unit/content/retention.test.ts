import { describe, expect, test } from 'vitest'
import { privacyPage } from '#src/content/privacy.ts'
import {
  days,
  financialYears,
  KEPT_WORDS,
  months,
  type PeriodToken,
  PROMISED_PERIODS,
} from '#src/content/retention.ts'
import { getOwnTokens } from '#src/contract/content.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { toIso } from '#src/rules/dates.ts'
import type { Database } from '#src/server/core/db/schema.ts'
import { RETENTION } from '#src/server/jobs/retention-table.ts'

test.each([
  [days(30), '2027-03-31T12:00:00Z', '2027-03-01T12:00:00.000Z'],
  [months(24), '2028-02-29T12:00:00Z', '2026-02-28T12:00:00.000Z'],
  [months(13), '2027-03-31T12:00:00Z', '2026-02-28T12:00:00.000Z'],
  // Midnight in India begins the month.
  [months(1), '2027-03-31T18:30:00Z', '2027-02-28T18:30:00.000Z'],
  [financialYears(8), '2027-03-31T18:29:59Z', '2018-03-31T18:30:00.000Z'],
  [financialYears(8), '2027-03-31T18:30:00Z', '2019-03-31T18:30:00.000Z'],
])('$0.text before %s begin at %s', (period, now, start) => {
  expect(toIso(period.toStart(Date.parse(now)))).toBe(start)
})

describe('the privacy notice', () => {
  test('has the words of each period', () => {
    const read = (token: PeriodToken) => [
      PROMISED_PERIODS[token].period.text,
      PROMISED_PERIODS[token].words,
    ]
    const tokens = Object.keys(PROMISED_PERIODS) as PeriodToken[]
    expect(Object.fromEntries(tokens.map((token) => [token, read(token)]))).toEqual({
      unverifiedKept: ['7 days', 'seven days'],
      ordersKept: ['8 financial years', 'Eight financial years'],
      messagesKept: ['24 months', 'Two years'],
      mailsKept: ['30 days', 'thirty days'],
      devicesKept: ['180 days', 'half a year'],
      accessKept: ['13 months', 'thirteen months'],
      viewsKept: ['13 months', 'Thirteen months'],
      speedKept: ['90 days', 'Ninety days'],
      searchesKept: ['30 days', 'Thirty days'],
    })
  })

  test('names every period, and no time of its own', () => {
    const text = JSON.stringify(privacyPage.sections)
    const tokens = Object.keys(PROMISED_PERIODS)
    for (const token of tokens) expect(text).toContain(`{${token}}`)
    expect(Object.keys(getOwnTokens('privacy')).toSorted()).toEqual(
      ['validFrom', 'orderDraft', 'orderKept', 'panKept', 'panPurpose', ...tokens].toSorted(),
    )
    const cells = privacyPage.sections.flatMap(({ table }) => table.map((row) => row.at(-1)))
    expect(cells.join()).not.toMatch(/\b(?:days|months|years)\b/i)
    expect(JSON.stringify(fillTokens(privacyPage, KEPT_WORDS))).toContain('Two years from')
  })

  test('promises what the cleanup deletes by', () => {
    const tables: Partial<Record<PeriodToken, keyof Database>> = {
      ordersKept: 'order',
      messagesKept: 'contact_message',
      mailsKept: 'outbox',
      accessKept: 'audit_entry',
      viewsKept: 'page_view_count',
      speedKept: 'web_vital_count',
      searchesKept: 'search_count',
    }
    for (const [token, table] of Object.entries(tables))
      expect(RETENTION[table].rules?.map(({ period }) => period)).toEqual([
        PROMISED_PERIODS[token as PeriodToken].period,
      ])
  })
})
