import type { StaffRole } from '#src/contract/values.ts'
import { brand } from '#src/rules/brand.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import type { ServerEnv } from '../env.ts'
import { type MailContent, toSingleLine } from './render-mail.ts'

/**
 * An absolute URL of the site, with a mailed token where one is given. The token is in the fragment,
 * which browsers send to no server.
 */
function toSiteUrl(env: ServerEnv, path: string, token?: string): string {
  const url = new URL(path, env.SITE_URL ?? `http://${env.HOST}:${env.PORT}`)
  if (token !== undefined) url.hash = `token=${token}`
  return url.href
}

const UNNAMED = 'Good day,'
const toGreeting = (name: string) => `Dear ${toSingleLine(name)},`
const WARNING = 'If this was not you, please choose a new password now and write to us.'

/** Without the name: it was chosen at sign-up, and the email may be another person's. */
export const verificationMail = (env: ServerEnv, token: string): MailContent => ({
  subject: `Please verify your email address for ${brand.name}`,
  greeting: UNNAMED,
  paragraphs: [
    `Welcome to ${brand.name}. One step is left: please confirm that this address is yours.`,
  ],
  action: { label: 'Verify my email', url: toSiteUrl(env, paths.verifyEmail, token) },
  outro:
    'The link works once, for 24 hours. If you did not open an account with us, please do not follow it; without it the address stays unverified.',
})

/** Sent to the owner of a verified email when another account is opened with it. */
export const existingAccountMail = (env: ServerEnv): MailContent => ({
  subject: `You already have an account at ${brand.name}`,
  greeting: UNNAMED,
  paragraphs: [
    'Somebody, perhaps you, tried to open an account with this address. It has one already, and that one is not changed.',
    `You can log in at ${toSiteUrl(env, paths.login)}, or choose a new password if you no longer know yours.`,
  ],
  action: { label: 'Choose a new password', url: toSiteUrl(env, paths.forgotPassword) },
  outro: 'If this was not you, there is nothing you need to do.',
})

export const passwordResetMail = (env: ServerEnv, name: string, token: string): MailContent => ({
  subject: `Choose a new password for ${brand.name}`,
  greeting: toGreeting(name),
  paragraphs: ['You asked to choose a new password. Please follow the link to do so.'],
  action: { label: 'Choose a new password', url: toSiteUrl(env, paths.resetPassword, token) },
  outro:
    'The link works once, for one hour. If you did not ask for it, your password stays as it is and there is nothing you need to do.',
})

export const passwordChangedMail = (env: ServerEnv, name: string): MailContent => ({
  subject: `Your password at ${brand.name} was changed`,
  greeting: toGreeting(name),
  paragraphs: ['Your password was changed, and every other device was signed out.', WARNING],
  action: { label: 'Choose a new password', url: toSiteUrl(env, paths.forgotPassword) },
})

export const googleLinkedMail = (env: ServerEnv, name: string): MailContent => ({
  subject: `Google sign-in was added to your account at ${brand.name}`,
  greeting: toGreeting(name),
  paragraphs: ['You can now sign in with Google as well as with your password.', WARNING],
  action: { label: 'Choose a new password', url: toSiteUrl(env, paths.forgotPassword) },
})

/** Sent once for each alert. The token ends all alerts of the user. */
export const stockAlertMail = (
  env: ServerEnv,
  { slug, title, display_name }: { slug: string; title: string; display_name: string },
  token: string,
): MailContent => ({
  subject: `${title} is back at ${brand.name}`,
  greeting: toGreeting(display_name),
  paragraphs: [
    `You asked us to tell you when ${title} returns. It is in stock again; we cannot hold it for you.`,
  ],
  action: { label: 'See it', url: toSiteUrl(env, productPath(slug)) },
  outro: `This is the only mail about this piece. To receive none about other pieces either, open ${toSiteUrl(env, paths.stockAlerts, token)}`,
})

export const accountDeletedMail = (name: string): MailContent => ({
  subject: `Your account at ${brand.name} was deleted`,
  greeting: toGreeting(name),
  paragraphs: [
    'Your account and everything kept with it are deleted. Thank you for the time you spent with us.',
  ],
})

/** Without a name: the address may have no account. */
export const invitationMail = (env: ServerEnv, role: StaffRole, token: string): MailContent => ({
  subject: `You are invited to the team of ${brand.name}`,
  greeting: UNNAMED,
  paragraphs: [
    role === 'admin'
      ? `You are invited to look after the catalogue and the team of ${brand.name}, as an admin.`
      : `You are invited to look after the catalogue of ${brand.name}, as an editor.`,
  ],
  action: { label: 'Accept the invitation', url: toSiteUrl(env, paths.join, token) },
  outro:
    'The link works once, for three days. If you do not expect it, there is nothing you need to do.',
})

export const secondFactorMail = (env: ServerEnv, name: string, isOn: boolean): MailContent => ({
  subject: `The second factor of your account at ${brand.name} was turned ${isOn ? 'on' : 'off'}`,
  greeting: toGreeting(name),
  paragraphs: [
    isOn
      ? 'From now on you sign in with your password and a code of your authenticator app.'
      : 'From now on you sign in with your password alone.',
    WARNING,
  ],
  action: { label: 'Choose a new password', url: toSiteUrl(env, paths.forgotPassword) },
})
