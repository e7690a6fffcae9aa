import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '#src/channels/messages.ts'
import { deliveryTable, policyFigures, policyTexts } from '#src/channels/policies.ts'
import { getSiteStructuredData } from '#src/channels/structured-data.ts'
import { authenticityPage } from '#src/content/authenticity.ts'
import { defaultFacts, toTokens } from '#src/content/facts.ts'
import { productPage } from '#src/content/product-page.ts'
import { listAnchors } from '#src/content/text-section.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { listProofs } from '#src/rules/product/proof.ts'
import { projectRoot } from '#tools/site-process.ts'

const { delivery } = policyFigures
const tokens = toTokens(
  { name: undefined, officer: undefined, grievanceEmail: undefined },
  defaultFacts,
)
const texts = fillTokens(policyTexts, tokens)
const { returns, proof } = fillTokens(productPage, tokens)

test('the policies have the figures of the specification (spec §9)', () => {
  expect(messages.pincode.estimate).toBe('Estimated delivery: 2–4 days')
  expect(returns.title).toBe('Easy 7-day return & replacement policy')
  expect(texts.returnWindow).toContain('within 7 days of delivery')
  expect(texts.tax).toContain('Checkout adds 5% of the subtotal')
  expect(texts.dispatch).toContain('before 2 pm leaves our workshop in Jaipur')
  expect(texts.quantity).toContain('up to 10 of one piece')
  expect(texts.grievance).toContain('within 48 hours and settled within 30 days')
  expect(texts.returnChoice).toContain('Returns are free')
  expect(delivery.fee).toBe(0)
  expect(deliveryTable[1]?.time).toBe('2 to 3 working days')
})

test('the returns of the structured data are those of the shop', () => {
  const returns = { ...defaultFacts.returns, returnDays: 14, returnFee: 200 }
  const site = new URL('https://kairavi.example')
  expect(getSiteStructuredData(site, { ...defaultFacts, returns })[0]).toMatchObject({
    hasMerchantReturnPolicy: {
      merchantReturnDays: 14,
      returnFees: 'https://schema.org/ReturnShippingFees',
      returnShippingFeesAmount: { value: 200, currency: 'INR' },
    },
  })
})

test('the sections of proofs exist', () => {
  const titles = authenticityPage.sections.map(({ title }) => title)
  const anchors = listAnchors(titles).map((anchor) => `/authenticity#${anchor}`)
  const details: Record<string, string>[] = [{ Hallmark: 'BIS', Certificate: 'IGI' }, {}]
  const links = details.flatMap((technicalDetails) => listProofs({ technicalDetails }, proof))
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
