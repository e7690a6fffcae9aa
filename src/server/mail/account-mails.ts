import { brand } from '#src/rules/brand.ts'
import { paths } from '#src/rules/paths.ts'
import type { ServerEnv } from '../env.ts'
import { siteLink } from './links.ts'
import { type MailContent, toSingleLine } from './render-mail.ts'

const UNNAMED = 'Good day,'
const dear = (name: string) => (name === '' ? UNNAMED : `Dear ${toSingleLine(name)},`)
const NOT_YOU = 'If this was not you, please choose a new password now and write to us.'

/** It calls nobody by name: whoever signed up may have meant their words for a stranger. */
export const verificationMail = (env: ServerEnv, token: string): MailContent => ({
  subject: `Please verify your email address for ${brand.name}`,
  greeting: UNNAMED,
  paragraphs: [
    `Welcome to ${brand.name}. One step is left: please confirm that this address is yours.`,
  ],
  action: { label: 'Verify my email', url: siteLink(env, paths.verifyEmail, token) },
  outro:
    'The link works once, for 24 hours. If you did not open an account with us, please do not follow it; without it the address stays unverified.',
})

/** For the owner of an address that somebody tried to sign up with again. */
export const existingAccountMail = (env: ServerEnv): MailContent => ({
  subject: `You already have an account at ${brand.name}`,
  greeting: UNNAMED,
  paragraphs: [
    'Somebody, perhaps you, tried to open an account with this address. It has one already, so nothing was changed.',
    `You can log in at ${siteLink(env, paths.login)}, or choose a new password if you no longer know yours.`,
  ],
  action: { label: 'Choose a new password', url: siteLink(env, paths.forgotPassword) },
  outro: 'If this was not you, there is nothing you need to do.',
})

export const passwordResetMail = (env: ServerEnv, name: string, token: string): MailContent => ({
  subject: `Choose a new password for ${brand.name}`,
  greeting: dear(name),
  paragraphs: ['You asked to choose a new password. Please follow the link to do so.'],
  action: { label: 'Choose a new password', url: siteLink(env, paths.resetPassword, token) },
  outro:
    'The link works once, for one hour. If you did not ask for it, your password stays as it is and there is nothing you need to do.',
})

export const passwordChangedMail = (env: ServerEnv, name: string): MailContent => ({
  subject: `Your password at ${brand.name} was changed`,
  greeting: dear(name),
  paragraphs: ['Your password was changed, and every other device was signed out.', NOT_YOU],
  action: { label: 'Choose a new password', url: siteLink(env, paths.forgotPassword) },
})

export const googleLinkedMail = (env: ServerEnv, name: string): MailContent => ({
  subject: `Google sign-in was added to your account at ${brand.name}`,
  greeting: dear(name),
  paragraphs: ['You can now sign in with Google as well as with your password.', NOT_YOU],
  action: { label: 'Choose a new password', url: siteLink(env, paths.forgotPassword) },
})

export const accountDeletedMail = (name: string): MailContent => ({
  subject: `Your account at ${brand.name} was deleted`,
  greeting: dear(name),
  paragraphs: [
    'Your account and everything kept with it are deleted. Thank you for the time you spent with us.',
  ],
})
