import type { Variant } from '#src/contract/catalog.ts'
import type { StaffRole } from '#src/contract/values.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { toChoiceQuery } from '#src/rules/product/variants.ts'
import { getSiteUrl, type ServerEnv } from '../env.ts'
import type { MailDraft } from './compose-mail.ts'
import { toSingleLine } from './render-mail.ts'

/**
 * An absolute URL of the site, with a mailed token where one is given. The token is in the fragment,
 * which browsers send to no server.
 */
export function toSiteUrl(env: ServerEnv, path: string, token?: string): string {
  const url = new URL(path, getSiteUrl(env))
  if (token !== undefined) url.hash = `token=${token}`
  return url.href
}

const forgotPassword = (env: ServerEnv) => toSiteUrl(env, paths.forgotPassword)

/** Without the name: it was chosen at sign-up, and the email may be another person's. */
export const verificationMail = (env: ServerEnv, token: string): MailDraft => ({
  kind: 'mail-verify-email',
  values: {},
  url: toSiteUrl(env, paths.verifyEmail, token),
})

/** Sent to the owner of a verified email when another account is opened with it. */
export const existingAccountMail = (env: ServerEnv): MailDraft => ({
  kind: 'mail-existing-account',
  values: { loginLink: toSiteUrl(env, paths.login) },
  url: forgotPassword(env),
})

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

/** Sent once for each alert. The token ends all alerts of the user. */
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

export const accountDeletedMail = (name: string): MailDraft => ({
  kind: 'mail-account-deleted',
  values: { recipient: toSingleLine(name) },
})

/** Without a name: the address may have no account. */
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
