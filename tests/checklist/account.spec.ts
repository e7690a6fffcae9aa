import type { Page } from '@playwright/test'
import { createAccountData, getMailedLink, signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, openPage } from '#tests/helpers/browser-test.ts'
import { addToCart, listProducts } from '#tests/helpers/catalog.ts'
import { main } from '#tests/helpers/locators.ts'
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
        .filter((one) => one.type !== 'search' && one.role !== 'combobox' && one.type !== 'number')
        .map((one) => ({
          label: one.labels?.[0]?.textContent?.replace(' (optional)', '').trim() ?? one.name,
          token: one.autocomplete.split(' ').at(-1) ?? '',
          hint: (one.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent ?? '')
            .join(' '),
          left: Math.round(one.getBoundingClientRect().left),
          column: one.closest('form')?.getBoundingClientRect().left,
        })),
    )

/** Opens each form; those of an account by a new one, with a cart that asks for a PAN. */
async function eachForm(page: Page, body: (path: string) => Promise<void>): Promise<void> {
  for (const path of VISITOR_FORMS) {
    await openPage(page, path)
    await body(path)
  }
  await signUpVerified(page)
  const dear = (await listProducts(page, 5)).filter(({ options }) => options.length === 0)
  const [dearest] = dear.toSorted((a, b) => b.price - a.price)
  if (dearest) await addToCart(page, dearest, Math.ceil(200_000 / dearest.price))
  for (const path of NEWCOMER_FORMS) {
    await openPage(page, path)
    await expect(
      main(page)
        .getByLabel(/^(?:Address|Phone)/)
        .first(),
    ).toBeVisible()
    await body(path)
  }
}

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

check(41, async ({ page }) => {
  await eachForm(page, async (path) => {
    for (const { label, token } of await listFields(page))
      if (!OTHER_FIELDS.includes(label))
        expect(token, `${path}: ${label}`).toMatch(TOKENS[label] ?? /^a token of the table$/)
  })
})

check(43, async ({ page }) => {
  const reasons: Record<string, string> = {}
  await eachForm(page, async (path) => {
    for (const { label, hint } of await listFields(page))
      if (/^(?:Phone|PAN|Date of birth)$/.test(label)) reasons[`${path}: ${label}`] = hint
  })
  expect(Object.keys(reasons)).toHaveLength(5)
  for (const [field, hint] of Object.entries(reasons))
    expect(hint, field).toMatch(/\b(?:law|deliver|birthday|call|so that|because)/i)
})

check(44, async ({ page }) => {
  await openPage(page, '/signup')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const messageOf = async (label: string) =>
    page.locator(`[id="${await field(label).getAttribute('id')}-error"]`).innerText()
  const right = {
    ...{ 'Full name': 'Meera Nair', Email: 'asha@example.com' },
    ...{ Password: 'a lamp on the stepwell', 'Confirm password': 'a lamp on the stepwell' },
  }
  const messages: Record<string, Set<string>> = {}
  const expectFault = async (label: string) => {
    await expect(field(label), label).toHaveAttribute('aria-invalid', 'true')
    messages[label] = (messages[label] ?? new Set()).add(await messageOf(label))
  }
  await page.getByRole('button', { name: /^(?:Sign up|Create)/i }).click()
  for (const [label, text] of Object.entries(right)) {
    await expectFault(label)
    await field(label).fill(text)
    await expect(field(label), label).not.toHaveAttribute('aria-invalid', 'true')
  }
  for (const [label, ...faults] of [
    ['Email', 'asha', 'asha@b c.example'],
    ['Password', 'short'],
    ['Confirm password', 'another'],
  ] as const)
    for (const fault of faults) {
      await field(label).fill(fault)
      await page.keyboard.press('Tab')
      await field(label === 'Email' ? 'Password' : 'Email').focus()
      await expectFault(label)
      await field(label).fill(right[label])
      await expect(field(label), label).not.toHaveAttribute('aria-invalid', 'true')
    }
  expect(messages['Email']?.size).toBeGreaterThanOrEqual(2)
  expect(messages['Password']?.size).toBeGreaterThanOrEqual(2)
})

check(46, async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.context().clearCookies()
    await eachForm(page, async (path) => {
      const fields = (await listFields(page)).filter(({ column }) => column !== undefined)
      for (const column of new Set(fields.map((field) => field.column))) {
        const lefts = fields.filter((field) => field.column === column).map(({ left }) => left)
        expect(new Set(lefts).size, `${path} at ${width} px: ${lefts}`).toBe(1)
      }
    })
  }
})

check(47, async ({ page }) => {
  await eachForm(page, async (path) => {
    const prevented = await page
      .locator(FIELDS)
      .filter({ visible: true })
      .evaluateAll(
        (all) =>
          all.filter((one) => {
            const data = new DataTransfer()
            data.setData('text', '123456')
            const options = { bubbles: true, cancelable: true, clipboardData: data }
            return !one.dispatchEvent(new ClipboardEvent('paste', options))
          }).length,
      )
    expect(prevented, path).toBe(0)
    await expect(page.locator('iframe[src*=captcha], [class*=captcha]')).toHaveCount(0)
  })
})

check(48, async ({ page }) => {
  await openPage(page, '/signup')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveValue('')
  await expect(password).toHaveAccessibleDescription(/^At least \d+ characters/)
  const rule = page.getByText(/^At least \d+ characters/).first()
  await expect(rule).toBeVisible()
  await expect(rule).not.toContainText(/upper|capital|digit|number|symbol|special/i)
})

check(50, async ({ page }) => {
  const account = createAccountData()
  await page.request.post('/api/auth/signup', { data: account })
  expect(await getMailedLink(page, account.email, /verify/)).toMatch(/^\/verify-email#token=.+/)
  await page.request.post('/api/auth/verify-email', {
    data: { token: (await getMailedLink(page, account.email, /verify/)).split('token=')[1] },
  })
  await page.request.post('/api/auth/forgot-password', { data: { email: account.email } })
  expect(await getMailedLink(page, account.email, /new password/)).toMatch(/#token=.+/)
  const inbox = await page.request.get(`/dev/inbox.json?key=${process.env['INBOX_KEY']}`)
  const { mails } = (await inbox.json()) as { mails: { to: string; text: string }[] }
  const own = mails.filter(({ to }) => to === account.email)
  expect(own).toHaveLength(2)
  for (const { text } of own) {
    expect(text, 'why').toMatch(/You asked|please confirm/)
    expect(text, 'until when').toMatch(/for (?:24 hours|one hour)/)
    expect(text, 'who helps').toMatch(/\S+@\S+ · \+\d/)
  }
})
