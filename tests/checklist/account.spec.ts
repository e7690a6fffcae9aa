import type { Page } from '@playwright/test'
import { signUpVerified } from '#tools/accounts.ts'
import { expect, openPage } from '#tools/browser-test.ts'
import { addToCart, listProducts } from '#tools/catalog.ts'
import { main } from '#tools/locators.ts'
import { check } from './check.ts'

const VISITOR_FORMS = ['/login', '/signup', '/forgot-password', '/contact', '/partner']
const NEWCOMER_FORMS = ['/complete-profile', '/profile/edit', '/checkout']

const FIELDS = 'main :is(input, select, textarea):not([type=radio], [type=checkbox], [type=hidden])'

/** The visible fields of the open page, without those of the search. */
const listFields = (page: Page) =>
  page
    .locator(FIELDS)
    .filter({ visible: true })
    .evaluateAll((all) =>
      (all as HTMLInputElement[])
        .filter(
          (input) =>
            input.type !== 'search' && input.role !== 'combobox' && input.type !== 'number',
        )
        .map((input) => ({
          label: input.labels?.[0]?.textContent?.replace(' (optional)', '').trim() ?? input.name,
          token: input.autocomplete.split(' ').at(-1) ?? '',
          hint: (input.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent ?? '')
            .join(' '),
          left: Math.round(input.getBoundingClientRect().left),
          column: input.closest('form')?.getBoundingClientRect().left,
          takesPaste: input.dispatchEvent(
            new ClipboardEvent('paste', {
              bubbles: true,
              cancelable: true,
              clipboardData: new DataTransfer(),
            }),
          ),
        })),
    )

/** The token of each personal field by its label. */
const TOKENS: Record<string, RegExp> = {
  'Full name': /^name$/,
  'First name': /^given-name$/,
  'Last name': /^family-name$/,
  Email: /^(?:email|username)$/,
  Phone: /^tel$/,
  'Date of birth': /^bday$/,
  Gender: /^sex$/,
  Address: /^(?:street-address|address-line1)$/,
  City: /^address-level2$/,
  State: /^address-level1$/,
  Pincode: /^postal-code$/,
  Country: /^country-name$/,
  Password: /^(?:current|new)-password$/,
  'Confirm password': /^new-password$/,
  Company: /^organization$/,
}
/** Without a token of HTML, or not about a person. */
const OTHER_FIELDS = ['What is it about?', 'Order number', 'Message', 'PAN', 'Words for the card']

check([41, 43, 46, 47], async ({ page }) => {
  const reasons: Record<string, string> = {}
  const checkForm = async (path: string) => {
    for (const { label, token, hint, takesPaste } of await listFields(page)) {
      expect(takesPaste, `${path}: ${label}`).toBe(true)
      if (!OTHER_FIELDS.includes(label))
        expect(token, `${path}: ${label}`).toMatch(TOKENS[label] ?? /^a token of the table$/)
      if (/^(?:Phone|PAN|Date of birth)$/.test(label)) reasons[`${path}: ${label}`] = hint
    }
    await expect(page.locator('iframe')).toHaveCount(0)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const fields = (await listFields(page)).filter(({ column }) => column !== undefined)
      for (const column of new Set(fields.map((field) => field.column))) {
        const lefts = fields.filter((field) => field.column === column).map(({ left }) => left)
        expect(new Set(lefts).size, `${path} at ${width} px: ${lefts}`).toBe(1)
      }
    }
  }
  for (const path of VISITOR_FORMS) {
    await openPage(page, path)
    await checkForm(path)
  }
  await signUpVerified(page)
  // A cart that asks for a PAN.
  const dear = (await listProducts(page, 5)).filter(({ options }) => options.length === 0)
  const [dearest] = dear.toSorted((a, b) => b.price - a.price)
  if (dearest) await addToCart(page, dearest, Math.ceil(200_000 / dearest.price))
  for (const path of NEWCOMER_FORMS) {
    await openPage(page, path)
    const firstField = main(page)
      .getByLabel(/^(?:Address|Phone)/)
      .first()
    await expect(firstField).toBeVisible()
    await checkForm(path)
  }
  expect(Object.keys(reasons)).toHaveLength(6)
  for (const [field, hint] of Object.entries(reasons))
    expect(hint, field).toMatch(/\b(?:law|deliver|18 or over|call|so that|because)/i)
})
