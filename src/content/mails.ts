import { policyTexts } from '#src/channels/policies.ts'
import type { ContentBody } from '#src/contract/content.ts'
import type { MailKind } from '#src/contract/kinds/mails.ts'
import { INVITATION_LINK_DAYS, RESET_LINK_HOURS, VERIFY_LINK_HOURS } from '#src/rules/constants.ts'
import { count } from '#src/rules/count.ts'

const greeting = 'Dear {recipient},'
const unnamed = 'Good day,'
const warning = 'If this was not you, please choose a new password now and write to us.'
const newPassword = { button: 'Choose a new password', note: '' }

const invitation = {
  subject: 'You are invited to the team of {name}',
  greeting: unnamed,
  button: 'Accept the invitation',
  note: `The link works once, for ${count(INVITATION_LINK_DAYS, 'day')}. If you do not expect it, there is nothing you need to do.`,
}

const toShop = { note: 'Please answer to the address above, not to this mail.' }

/** Default texts of mails. */
export const mails: { [Kind in MailKind]: ContentBody<Kind> } = {
  'mail-verify-email': {
    subject: 'Please verify your email address for {name}',
    greeting: unnamed,
    text: 'Welcome to {name}. One step is left: please confirm that this address is yours.',
    button: 'Verify my email',
    note: `The link works once, for ${count(VERIFY_LINK_HOURS, 'hour')}. If you did not open an account with us, there is nothing you need to do.`,
  },
  'mail-existing-account': {
    subject: 'You already have an account at {name}',
    greeting: unnamed,
    text: 'Somebody, perhaps you, tried to open an account with this address. It has one already, and that one is not changed.\n\nYou can log in at {loginLink}, or choose a new password if you no longer know yours.',
    button: 'Choose a new password',
    note: 'If this was not you, there is nothing you need to do.',
  },
  'mail-reset-password': {
    subject: 'Choose a new password for {name}',
    greeting,
    text: 'You asked to choose a new password. Please follow the link to do so.',
    button: 'Choose a new password',
    note: `The link works once, for ${count(RESET_LINK_HOURS, 'hour')}. If you did not ask for it, your password stays as it is and there is nothing you need to do.`,
  },
  'mail-password-changed': {
    subject: 'Your password at {name} was changed',
    greeting,
    text: `Your password was changed, and every other device was signed out.\n\n${warning}`,
    ...newPassword,
  },
  'mail-google-linked': {
    subject: 'Google sign-in was added to your account at {name}',
    greeting,
    text: `You can now sign in with Google as well as with your password.\n\n${warning}`,
    ...newPassword,
  },
  'mail-second-factor-on': {
    subject: 'The second factor of your account at {name} was turned on',
    greeting,
    text: `From now on you sign in with your password and a code of your authenticator app.\n\n${warning}`,
    ...newPassword,
  },
  'mail-second-factor-off': {
    subject: 'The second factor of your account at {name} was turned off',
    greeting,
    text: `From now on you sign in with your password alone.\n\n${warning}`,
    ...newPassword,
  },
  'mail-account-deleted': {
    subject: 'Your account at {name} was deleted',
    greeting,
    text: 'Your account and everything kept with it are deleted. Thank you for the time you spent with us.',
    note: '',
  },
  'mail-stock-alert': {
    subject: '{product} is back at {name}',
    greeting,
    text: '{product} is back in stock. You asked us to tell you. We cannot hold it for you.',
    button: 'See it',
    note: 'This is the only mail about this piece. To receive none about other pieces either, open',
  },
  'mail-order-placed': {
    subject: 'Your order {order} at {name}',
    greeting,
    text: 'Thank you for your order. {delivery} {payment}',
    button: 'See your order',
    note: 'Until the parcel leaves us, you can cancel the order on its page.',
  },
  'mail-order-transfer': {
    subject: 'Your order {order} at {name} waits for your transfer',
    greeting,
    text: 'Thank you for your order. Please transfer {total} with the reference {order} to {account}. We keep your pieces until {until}.',
    button: 'See your order',
    note: 'Until the transfer has arrived, you can cancel the order on its page.',
  },
  'mail-order-copy': {
    subject: 'Your order {order}, as you asked',
    greeting,
    text: 'This is your order {order}. It is {state} now.',
    button: 'See your order',
    note: 'You asked for this mail on the page of the order.',
  },
  'mail-order-paid': {
    subject: 'Your order {order} at {name} is paid',
    greeting,
    text: 'Thank you for your order. Your payment of {total} has arrived. {delivery}',
    button: 'See your order',
    note: 'Until the parcel leaves us, you can cancel the order on its page; the money is then refunded.',
  },
  'mail-order-dispatched': {
    subject: 'Your order {order} is on its way',
    greeting,
    text: 'Your order has left us. {parcel} {payment}',
    button: 'See your order',
    note: '',
  },
  'mail-order-corrected': {
    subject: 'Your order {order} was corrected',
    greeting,
    text: 'We have changed your order. {change} {payment}',
    button: 'See your order',
    note: 'If you did not expect this, please write to {email}.',
  },
  'mail-order-note': {
    subject: 'A note on your order {order}',
    greeting,
    text: 'You can read this on the page of your order, too.',
    button: 'See your order',
    note: 'If you have a question, please write to {email}.',
  },
  'mail-order-delivered': {
    subject: 'Your order {order} has arrived',
    greeting,
    text: 'Your order has arrived. We hope that it gives you joy.\n\nIs something not right? Within {returnDays} days you can return it on the page of the order.',
    button: 'See your order',
    note: 'If it has not reached you, please write to {email} at once.',
  },
  'mail-order-cancelled': {
    subject: 'Your order {order} at {name} is cancelled',
    greeting,
    text: 'Your order is cancelled. {reason}\n\n{refund}',
    button: 'See your order',
    note: '',
  },
  'mail-order-refunded': {
    subject: 'A refund for your order {order}',
    greeting,
    text: 'We have refunded {amount} for your order. {reason}\n\nThe money reaches your account in five to seven working days, as your bank takes.',
    button: 'See your order',
    note: '',
  },
  'mail-order-late-payment': {
    subject: 'Your payment for order {order} came too late',
    greeting,
    text: 'Your payment arrived after the order was cancelled. {refund}',
    button: 'See your order',
    note: '',
  },
  'mail-order-return-requested': {
    subject: 'Your return of order {order}',
    greeting,
    text: '{return}\n\nPlease keep the pieces unworn and in their boxes until then.',
    button: 'See your order',
    note: '',
  },
  'mail-order-return-accepted': {
    subject: 'Your return of order {order} is accepted',
    greeting,
    text: '{return} Please have the parcel ready.',
    button: 'See your order',
    note: '',
  },
  'mail-order-return-refused': {
    subject: 'Your return of order {order} is not accepted',
    greeting,
    text: '{return}\n\nIf you have a question, please write to {email}.',
    button: 'See your order',
    note: '',
  },
  'mail-order-return-received': {
    subject: 'Your return of order {order} has reached us',
    greeting,
    text: 'Thank you. {return} {refund}',
    button: 'See your order',
    note: '',
  },
  'mail-order-return-withdrawn': {
    subject: 'Your return of order {order} is withdrawn',
    greeting,
    text: '{return} Until its last day, you can ask for a return again on the page of the order.',
    button: 'See your order',
    note: '',
  },
  'mail-order-payout': {
    subject: 'Where the refund of order {order} goes',
    greeting,
    text: 'An account for the refund of your order was entered. We will transfer the money to {account}.',
    button: 'See your order',
    note: 'If it was not you who entered it, please write to {email} at once.',
  },
  'mail-order-exchange-requested': {
    subject: 'Your exchange of order {order}',
    greeting,
    text: '{return}\n\nWe keep the new piece for you. Please leave the other one unworn and in its box.',
    button: 'See your order',
    note: '',
  },
  'mail-order-exchange-accepted': {
    subject: 'Your exchange of order {order} is accepted',
    greeting,
    text: '{return} The new piece leaves us once the other one is here.',
    button: 'See your order',
    note: '',
  },
  'mail-order-exchange-refused': {
    subject: 'Your exchange of order {order} is not accepted',
    greeting,
    text: '{return}\n\nWe keep the new piece no longer. For any question, please write to {email}.',
    button: 'See your order',
    note: '',
  },
  'mail-order-exchange-received': {
    subject: 'Your exchange of order {order} has reached us',
    greeting,
    text: 'Thank you. {return} {refund}',
    button: 'See your new order',
    note: '',
  },
  'mail-order-exchange-withdrawn': {
    subject: 'Your exchange of order {order} is withdrawn',
    greeting,
    text: '{return} We keep the new piece no longer. You keep the one that you have.',
    button: 'See your order',
    note: '',
  },
  'mail-message-received': {
    subject: 'Your message to {name} has the number {number}',
    greeting: unnamed,
    text: `We have received your message. Its number is {number}; please name it when you write or call about it.\n\n${policyTexts.grievance}`,
    button: 'Track your message',
    note: 'If you did not write to us, there is nothing you need to do.',
  },
  'mail-reply': {
    subject: 'Your message {number} to {name}',
    greeting,
    text: '{author}, {name}',
    note: 'You wrote:\n{message}\n\nPlease answer to {email}.',
    answers: [
      {
        title: 'Appointment confirmed',
        text: 'Thank you for your request. Your appointment is confirmed:\n\n{appointment}\n\nIf another time suits you better, please call {phone}.',
      },
      {
        title: 'Photos of a damaged piece',
        text: 'We are sorry that a piece of your order {order} is damaged. Please send two or three photos of the damage, and one of the box, to {email}. We will then write to you about what comes next.',
      },
      {
        title: 'Thank you',
        text: 'Thank you for your kind words. Everyone here in {city} was happy to read them, and we hope to see you again soon.',
      },
    ],
  },
  'mail-invite-packer': {
    ...invitation,
    text: 'You are invited to pack and send the orders of {name}, as a packer.',
  },
  'mail-invite-editor': {
    ...invitation,
    text: 'You are invited to look after the catalogue of {name}, as an editor.',
  },
  'mail-invite-admin': {
    ...invitation,
    text: 'You are invited to look after the catalogue and the team of {name}, as an admin.',
  },
  'mail-launch-left-out': {
    subject: 'The launch {launch} leaves out some records',
    greeting,
    text: 'The launch {launch} {event}. These records do not follow it, because each would break a rule:',
    button: 'Open the launch',
    note: '',
  },
  'mail-contact': { subject: 'A message from the contact form', ...toShop },
  'mail-partner': { subject: 'A message from the partner form', ...toShop },
}
