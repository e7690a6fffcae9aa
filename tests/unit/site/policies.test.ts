import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authenticityPage } from '#src/content/authenticity.ts'
import { toAnchor } from '#src/content/text-section.ts'
import { messages } from '#src/rules/messages.ts'
import { deliveryTable, policyFigures, policyNotes, policyTexts } from '#src/rules/policies.ts'
import { listProofs } from '#src/rules/proof.ts'
import { getSiteStructuredData } from '#src/rules/structured-data.ts'
import { projectRoot } from '#tests/helpers/site-process.ts'

const { delivery } = policyFigures

test('the policies have the figures of the specification (spec §9)', () => {
  expect(messages.pincode.estimate).toBe(`Estimated delivery: ${delivery.min}–${delivery.max} days`)
  expect(messages.pincode.estimate).toBe('Estimated delivery: 2–4 days')
  expect(policyNotes.returns).toBe('Easy 7-day return & replacement policy')
  expect(policyTexts.returnWindow).toContain('within 7 days of delivery')
  expect(policyTexts.tax).toContain('Checkout adds 5% of the subtotal')
  expect(policyTexts.dispatch).toContain('before 2 pm leaves our workshop in Jaipur')
  expect(policyTexts.quantity).toContain('up to 10 of one piece')
  expect(policyTexts.grievance).toContain('within 48 hours and settled within 30 days')
  expect(delivery.fee).toBe(0)
})

test('the table of delivery times has those of the zones', () => {
  const times = deliveryTable.map(({ time }) => time)
  expect(times).toHaveLength(6)
  expect(times[1]).toMatch(/^2 to \d+ working days$/)
  expect(times[2]).toMatch(/^\d+ to 4 working days$/)
  expect(times[5]).toBe('6 to 12 working days')
})

test('the returns of the product page are those of the structured data', () => {
  const [organization] = getSiteStructuredData(new URL('https://kairavi.example'))
  expect(organization).toMatchObject({
    hasMerchantReturnPolicy: {
      merchantReturnDays: 7,
      returnFees: 'https://schema.org/FreeReturn',
    },
  })
  expect(policyTexts.returnWindow).toContain('within 7 days')
  expect(policyTexts.returnChoice).toContain('Returns are free')
})

test('the sections of proofs exist', () => {
  const anchors = authenticityPage.sections.map(({ title }) => `/authenticity#${toAnchor(title)}`)
  const details: Record<string, string>[] = [{ Hallmark: 'BIS', Certificate: 'IGI' }, {}]
  const links = details.flatMap((technicalDetails) => listProofs({ technicalDetails }))
  expect(anchors).toEqual(expect.arrayContaining(links.map(({ href }) => href)))
})

test('no page has a span of days of its own', () => {
  const files = globSync('src/{components,pages,islands,ui,layouts}/**/*.{ts,tsx,astro}', {
    cwd: projectRoot,
  })
  const found = files.flatMap((file) => {
    const source = readFileSync(join(projectRoot, file), 'utf8')
    const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return (code.match(/\b\d+[\s-](?:working\s|calendar\s)?(?:day|hour)s?\b/gi) ?? []).map(
      (span) => `${file}: ${span}`,
    )
  })
  expect(found).toEqual([])
})
