import type { Variant } from '#src/contract/catalog.ts'
import type { StaffRole } from '#src/contract/values.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { toChoiceQuery } from '#src/rules/product/variants.ts'
import { getSiteUrl, type ServerEnv } from '../env.ts'
import type { MailDraft } from './compose-mail.ts'
import { toSingleLine } from './render-mail.ts'

/** Returns an absolute URL of the site. A mailed token is in the fragment, which browsers send to no server. */
export function toSiteUrl(env: ServerEnv, path: string, token?: string): string {
  const url = new URL(path, getSiteUrl(env))
  if (token !== undefined) url.hash = `token=${token}`
  return url.href
}

const forgotPassword = (env: ServerEnv) => toSiteUrl(env, paths.forgotPassword)

/** The mail has no name: the email may be that of another person, and the name was chosen at sign-up. */
export const verificationMail = (env: ServerEnv, token: string): MailDraft => ({
  kind: 'mail-verify-email',
  values: {},
  url: toSiteUrl(env, paths.verifyEmail, token),
})

/** Tells the owner of a verified email that another account is opened with it. */
export function existingAccountMail(env: ServerEnv): MailDraft {
  const loginLink = toSiteUrl(env, paths.login)
  return {
    kind: 'mail-existing-account',
    values: { loginLink },
    links: [loginLink],
    url: forgotPassword(env),
  }
}

export const passwordResetMail = (env: ServerEnv, name: string, token: string): MailDraft => ({
  kind: 'mail-reset-password',
  values: { recipient: toSingleLine(name) },
  url: toSiteUrl(env, paths.resetPassword, token),
})

export const passwordChangedMail = (env: ServerEnv, name: string): MailDraft => ({
  kind: 'mail-password-changed',
  values: { recipient: toSingleLine(name) },
  url: forgotPassword(env),
})

export const googleLinkedMail = (env: ServerEnv, name: string): MailDraft => ({
  kind: 'mail-google-linked',
  values: { recipient: toSingleLine(name) },
  url: forgotPassword(env),
})

/** Is sent once for each alert. The token ends all alerts of the user. */
export const stockAlertMail = (
  env: ServerEnv,
  alert: { slug: string; title: string; display_name: string; choice: Variant },
  token: string,
): MailDraft => ({
  kind: 'mail-stock-alert',
  values: {
    recipient: toSingleLine(alert.display_name),
    product: [alert.title, formatVariant(alert.choice)].filter(Boolean).join(', '),
  },
  url: toSiteUrl(env, productPath(alert.slug) + toChoiceQuery(alert.choice)),
  lastUrl: toSiteUrl(env, paths.stockAlerts, token),
})

/** @param open orders with which something is still to happen. */
export const accountDeletedMail = (
  name: string,
  open: readonly { number: string; text: string; url: string }[] = [],
): MailDraft => ({
  kind: 'mail-account-deleted',
  values: { recipient: toSingleLine(name) },
  details: [
    ...(open.length > 0 ? ['These orders are still open. Their links need no account:'] : []),
    ...open.map(({ number, text, url }) => `${number}: ${text}\n${url}`),
  ],
  links: open.map(({ url }) => url),
})

/** The mail has no name, because the address may have no account. */
export const invitationMail = (env: ServerEnv, role: StaffRole, token: string): MailDraft => ({
  kind: `mail-invite-${role}`,
  values: {},
  url: toSiteUrl(env, paths.join, token),
})

export const secondFactorMail = (env: ServerEnv, name: string, isOn: boolean): MailDraft => ({
  kind: isOn ? 'mail-second-factor-on' : 'mail-second-factor-off',
  values: { recipient: toSingleLine(name) },
  url: forgotPassword(env),
})
