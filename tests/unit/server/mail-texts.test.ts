import { describe, expect, test } from 'vitest'
import { defaultFacts } from '#src/content/facts.ts'
import { mails } from '#src/content/mails.ts'
import type { MailKind } from '#src/contract/kinds/mails.ts'
import { PAYMENT_METHODS, PAYMENT_STATES } from '#src/contract/values.ts'
import { readEnv } from '#src/server/core/env.ts'
import { composeMail } from '#src/server/core/mail/compose-mail.ts'
import { renderMail } from '#src/server/core/mail/render-mail.ts'
import { describeRefund } from '#src/server/shop/orders/order-mail-drafts.ts'
import { toExampleMails } from '#src/server/studio/content/example-mails.ts'

const env = readEnv({ SITE_URL: 'https://kairavi.example' })
const drafts = toExampleMails(env)

function render(kind: MailKind, change: object = {}, values: object = {}) {
  const draft = { ...drafts[kind], values: { ...drafts[kind].values, ...values } }
  return renderMail(
    composeMail(
      env,
      draft as typeof draft & { kind: never },
      { ...mails[kind], ...change },
      defaultFacts,
    ),
  )
}

function toLetter(...args: Parameters<typeof render>) {
  const { subject, text } = render(...args)
  return [subject, text.slice(0, text.indexOf('\n\n-- \n'))]
}

describe('the texts of mails that the shop comes with', () => {
  test.each<[MailKind, string, string[]]>([
    [
      'mail-verify-email',
      'Please verify your email address for Kairavi',
      [
        'Good day,',
        'Welcome to Kairavi. One step is left: please confirm that this address is yours.',
        'Verify my email:\nhttps://kairavi.example/verify-email#token=example',
        'The link works once, for 24 hours. If you did not open an account with us, there is nothing you need to do.',
      ],
    ],
    [
      'mail-partner',
      'A message from the partner form',
      [
        'Number: KT-7F3K9QXM\nFrom: Asha Rao\nEmail: asha@example.com\nCompany: Rao & Daughters',
        'Does the strap come in a longer length?',
        'Please answer to the address above, not to this mail.',
      ],
    ],
  ])('%s', (kind, subject, parts) => {
    expect(toLetter(kind)).toEqual([subject, parts.join('\n\n')])
  })
})

test('a mail with a link says why, until when, and who helps', () => {
  const { text } = render('mail-reset-password')
  for (const pattern of [/You asked/, /for 1 hour/, /\S+@\S+ · \+\d/]) expect(text).toMatch(pattern)
})

test('no text of an editor loses a link, and no name is read as a token', () => {
  const change = { text: 'For {recipient}.', button: 'Go', note: '' }
  expect(toLetter('mail-stock-alert', change, { recipient: '{email}' })).toEqual([
    'Chronograph is back at Kairavi',
    [
      'Dear {email},',
      'For {email}.',
      'Go:\nhttps://kairavi.example/product/chronograph',
      'https://kairavi.example/stock-alerts#token=example',
    ].join('\n\n'),
  ])
})

describe('a mail of an order', () => {
  test('has its lines and sums as text and as a table', () => {
    const { text, html } = render('mail-order-placed')
    const rows = [
      '1 × Chronograph (Strap size Long): ₹1,25,000.00',
      'Subtotal: ₹1,25,000.00',
      'Tax (5%): ₹6,250.00',
      'Total: ₹1,31,250.00',
    ]
    expect(text).toContain(`\n\n${rows.join('\n')}\n\n`)
    expect(html.match(/<tr>/g)).toHaveLength(4)
    for (const part of ['1 × Chronograph', 'Strap size Long', '₹1,25,000.00', '₹1,31,250.00'])
      expect(html).toContain(part)
  })

  test('has no prices where it is not about money, and no lines where it is about a refund', () => {
    expect(render('mail-order-dispatched').text).toContain(
      '\n\n1 × Chronograph (Strap size Long)\n\n',
    )
    const { text } = render('mail-order-refunded')
    expect(text).toContain('\n\nRefunded: ₹1,31,250.00\n\n')
    expect(text).not.toContain('1 × Chronograph')
  })
})

const PAID = ['collected', 'captured', 'part_refunded', 'refunded']

describe.each(PAYMENT_METHODS)('the words about the money of an order paid by %s', (method) => {
  test.each(PAYMENT_STATES)('promise a refund only of what was paid: %s', (state) => {
    const text = describeRefund({ method, payment_state: state, reason: '' }, 0)
    if (PAID.includes(state)) expect(text).toContain('is refunded')
    else expect(text).toMatch(/^Nothing has been charged\./)
  })

  test('name the sum that is refunded', () => {
    const text = describeRefund({ method, payment_state: 'captured', reason: '' }, 123_400)
    expect(text).toContain('refund ₹1,234.00')
  })
})

test('a mail of a dispatch has the link of the parcel, its address and the cash to keep ready', () => {
  const { text, html } = render('mail-order-dispatched')
  for (const part of [
    'by Blue Dart. Tracking number: 1234567890.',
    'Please keep ₹1,31,250.00 ready in cash.',
    'We deliver to:\nAsha Rao\n7, Jalebi Chowk\nJaipur\nRajasthan - 302002',
    'with a card: “For Amma.”',
  ])
    expect(text).toContain(part)
  expect(html).toMatch(/<a href="https:\/\/www\.bluedart\.com[^"]+trackNo=1234567890"/)
})

test.each(['mail-order-placed', 'mail-order-paid', 'mail-order-copy'] as const)(
  '%s has the address of the parcel',
  (kind) => expect(render(kind).text).toContain('We deliver to:\nAsha Rao\n7, Jalebi Chowk'),
)

test('the text of a visitor never becomes a link', () => {
  const url = 'http://evil.example/'
  const named = render('mail-reset-password', {}, { recipient: `=HYPERLINK("${url}"` })
  const content = { subject: url, greeting: url, paragraphs: [url], details: [url], foot: [url] }
  for (const { html } of [named, renderMail(content)]) {
    expect(html).toContain(url)
    expect(html).not.toContain(`<a href="${url}`)
  }
})

test('addresses in a mail are links, and its subject is its heading', () => {
  const { html } = render('mail-existing-account')
  expect(html).toContain('<a href="https://kairavi.example/login"')
  expect(html).toMatch(/<h1 [^>]*>You already have an account at Kairavi<\/h1>/)
  expect(render('mail-stock-alert').html).toMatch(
    /open <a href="https:\/\/kairavi\.example\/stock-alerts#token=example"[^>]*>this page<\/a>\./,
  )
})

test('an address below the small print is linked as it is, also alone', () => {
  const content = { subject: 'A', greeting: 'B', paragraphs: [], foot: [] }
  const outroUrl = 'https://kairavi.example/#$`'
  for (const outro of ['Or open', ''])
    expect(renderMail({ ...content, outro, outroUrl }).html).toMatch(
      /<p class="muted"[^>]*>(?:Or open )?<a href="https:\/\/kairavi\.example\/#\$`"[^>]*>[^<]*<\/a>\.?<\/p>/,
    )
})

test('every colour of a mail has one for the dark', () => {
  const { html } = render('mail-order-placed')
  const dark = /prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html)?.[1] ?? ''
  const classes = new Set(
    [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, all = '']) => all.split(' ')),
  )
  expect(classes.size).toBeGreaterThan(5)
  for (const name of classes) expect(dark).toContain(`.${name}{`)
})
