import { type ContentFields, contentField } from '../content-fields.ts'

const { line, text, optionalText, list } = contentField

const subject = line('Subject', 120)
const note = optionalText('Small print at the end', 1_000)
const opening = {
  subject,
  greeting: line('Greeting', 80),
  text: text('Text', 2_000, { hint: 'An empty line starts a new paragraph.' }),
}
const letter = { ...opening, note }
const linkLetter = {
  ...opening,
  button: line('Button', 60, { hint: 'Its address is added when the mail is written.' }),
  note,
}

const recipient = 'Name of the recipient'

const mail = <Fields extends ContentFields, Tokens extends Record<string, string>>(
  label: string,
  fields: Fields,
  tokens: Tokens,
) => ({ label, group: 'mails' as const, path: undefined, fields, tokens })

const orderTokens = {
  recipient,
  order: 'Number of the order',
  items: 'What was ordered',
  total: 'Total of the order',
}
const returnTokens = {
  ...orderTokens,
  return: 'How the return stands',
  refund: 'What becomes of the money',
}

/**
 * Mails of the shop. `tokens` are the parts that differ between mails. A mail to an unverified
 * address contains no name. A subject never contains what a visitor typed.
 */
export const MAIL_KINDS = {
  'mail-verify-email': mail('Verification of an address', linkLetter, {}),
  'mail-existing-account': mail('Sign-up with an address that has an account', linkLetter, {
    loginLink: 'Address of the page to log in',
  }),
  'mail-reset-password': mail('Password reset', linkLetter, { recipient }),
  'mail-password-changed': mail('Password changed', linkLetter, { recipient }),
  'mail-google-linked': mail('Google sign-in added', linkLetter, { recipient }),
  'mail-second-factor-on': mail('Second factor turned on', linkLetter, { recipient }),
  'mail-second-factor-off': mail('Second factor turned off', linkLetter, { recipient }),
  'mail-account-deleted': mail('Account deleted', letter, { recipient }),
  'mail-stock-alert': mail(
    'Piece in stock again',
    {
      ...linkLetter,
      note: optionalText('Small print at the end', 1_000, {
        hint: 'The address that ends the alerts follows it.',
      }),
    },
    { recipient, product: 'Name of the piece' },
  ),
  'mail-order-placed': mail('Order placed', linkLetter, {
    ...orderTokens,
    delivery: 'When it arrives',
    payment: 'What is to be paid in cash; empty where nothing is',
  }),
  'mail-order-transfer': mail('Order, to be paid by bank transfer', linkLetter, {
    ...orderTokens,
    account: 'Bank account of the shop',
    until: 'Until when the transfer has to arrive',
  }),
  'mail-order-copy': mail('Order, as its shopper asks for it', linkLetter, {
    ...orderTokens,
    state: 'State of the order',
  }),
  'mail-order-paid': mail('Order paid', linkLetter, {
    ...orderTokens,
    delivery: 'When it arrives',
  }),
  'mail-order-dispatched': mail('Order dispatched', linkLetter, {
    ...orderTokens,
    parcel: 'Carrier and number of the parcel',
    payment: 'What is to be paid in cash; empty where nothing is',
  }),
  'mail-order-corrected': mail('Order corrected', linkLetter, {
    ...orderTokens,
    change: 'What was corrected',
    payment: 'What is to be paid in cash; empty where nothing is',
  }),
  'mail-order-note': mail('Note on an order, above the text', linkLetter, orderTokens),
  'mail-order-delivered': mail('Order delivered', linkLetter, orderTokens),
  'mail-order-cancelled': mail('Order cancelled', linkLetter, {
    ...orderTokens,
    reason: 'Why it was cancelled',
    refund: 'What becomes of the money',
  }),
  'mail-order-refunded': mail('Order refunded', linkLetter, {
    ...orderTokens,
    amount: 'What is refunded',
    reason: 'Why it is refunded',
  }),
  'mail-order-late-payment': mail('Payment after the cancellation', linkLetter, {
    ...orderTokens,
    refund: 'What becomes of the money',
  }),
  'mail-order-return-requested': mail('Return requested', linkLetter, returnTokens),
  'mail-order-return-accepted': mail('Return accepted', linkLetter, returnTokens),
  'mail-order-return-refused': mail('Return refused', linkLetter, returnTokens),
  'mail-order-return-received': mail('Return received', linkLetter, returnTokens),
  'mail-order-return-withdrawn': mail('Return withdrawn', linkLetter, returnTokens),
  'mail-order-payout': mail('Account for a refund entered', linkLetter, {
    ...orderTokens,
    account: 'The account, with most of it hidden',
  }),
  'mail-order-exchange-requested': mail('Exchange requested', linkLetter, returnTokens),
  'mail-order-exchange-accepted': mail('Exchange accepted', linkLetter, returnTokens),
  'mail-order-exchange-refused': mail('Exchange refused', linkLetter, returnTokens),
  'mail-order-exchange-received': mail('Exchange received', linkLetter, returnTokens),
  'mail-order-exchange-withdrawn': mail('Exchange withdrawn', linkLetter, returnTokens),
  'mail-message-received': mail('Number of a message, to its sender', linkLetter, {
    number: 'Number of the message',
  }),
  'mail-reply': mail(
    'Reply to a message',
    {
      ...letter,
      text: text('Text below the reply', 2_000),
      answers: list(
        'Texts to insert into a reply',
        ['text', 0, 30],
        { title: line('Title', 60), text: text('Text', 2_000) },
        {
          hint: 'The mail adds the greeting. A word in braces that a message lacks is typed by hand.',
        },
      ),
    },
    {
      recipient,
      number: 'Number of the message',
      order: 'Number of the order; empty where there is none',
      appointment: 'Day and time of the appointment; empty where there is none',
      author: 'Who replies',
      message: 'The message that is replied to',
    },
  ),
  'mail-invite-packer': mail('Invitation of a packer', linkLetter, {}),
  'mail-invite-editor': mail('Invitation of an editor', linkLetter, {}),
  'mail-invite-admin': mail('Invitation of an admin', linkLetter, {}),
  'mail-launch-left-out': mail('Records that a launch leaves out, to its author', linkLetter, {
    recipient,
    launch: 'Name of the launch',
    event: 'Whether it has started or ended',
  }),
  'mail-contact': mail('Contact form, to the shop', { subject, note }, {}),
  'mail-partner': mail('Partner form, to the shop', { subject, note }, {}),
}
export type MailKind = keyof typeof MAIL_KINDS
