import type { MailKind } from '#src/contract/kinds/mails.ts'
import type { ServerEnv } from '../../core/env.ts'
import * as mails from '../../core/mail/account-mails.ts'
import type { MailDraft } from '../../core/mail/compose-mail.ts'
import { contactMail, messageReceivedMail } from '../../shop/contact/contact-mail.ts'
import { toExampleOrderMails } from '../../shop/orders/example-order-mails.ts'
import { leftOutMail } from '../launches/left-out-mail.ts'
import { replyMail } from '../messages/replies.ts'

const NAME = 'Asha Rao'
const TOKEN = 'example'
const NUMBER = 'KT-7F3K9QXM'
const product = { slug: 'chronograph', title: 'Chronograph', display_name: NAME, choice: {} }
const message = 'Does the strap come in a longer length?'
const sender = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', message }

/** Mails of each kind with example values, for the preview. */
export const toExampleMails = (env: ServerEnv): Record<MailKind, MailDraft> => ({
  'mail-verify-email': mails.verificationMail(env, TOKEN),
  'mail-existing-account': mails.existingAccountMail(env),
  'mail-reset-password': mails.passwordResetMail(env, NAME, TOKEN),
  'mail-password-changed': mails.passwordChangedMail(env, NAME),
  'mail-google-linked': mails.googleLinkedMail(env, NAME),
  'mail-second-factor-on': mails.secondFactorMail(env, NAME, true),
  'mail-second-factor-off': mails.secondFactorMail(env, NAME, false),
  'mail-account-deleted': mails.accountDeletedMail(NAME),
  'mail-stock-alert': mails.stockAlertMail(env, product, TOKEN),
  ...toExampleOrderMails(env),
  'mail-message-received': messageReceivedMail(env, NUMBER),
  'mail-reply': replyMail(
    {
      first_name: 'Asha',
      last_name: 'Rao',
      number: NUMBER,
      order_number: 'KV-1044',
      message,
      appointment_day: '2026-12-01',
      appointment_hour: 15,
      appointment_way: 'boutique',
      appointment_piece: null,
      appointment_phone: null,
    },
    'It does: choose 210 mm above the button.',
    'Mira Sen',
  ),
  'mail-invite-packer': mails.invitationMail(env, 'packer', TOKEN),
  'mail-invite-editor': mails.invitationMail(env, 'editor', TOKEN),
  'mail-invite-admin': mails.invitationMail(env, 'admin', TOKEN),
  'mail-launch-left-out': leftOutMail(
    env,
    { id: TOKEN, name: 'Diwali', event: 'has started' },
    [{ title: 'Chronograph', reason: 'Another product has the slug chronograph.' }],
    NAME,
  ),
  'mail-contact': contactMail({ ...sender, topic: 'contact' }, NUMBER),
  'mail-partner': contactMail({ ...sender, topic: 'partner', company: 'Rao & Daughters' }, NUMBER),
})
