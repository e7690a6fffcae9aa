import { closest, distance } from 'fastest-levenshtein'
import { listOpenDemoAccounts } from '#src/preview/demo-accounts.ts'
import { findCompiledApp } from '#src/publish/release/compiled-apps.ts'
import type { Release } from '#src/publish/release/release.ts'
import { getReleasesDir } from '#src/publish/release/releases.ts'
import { formatRupees } from '#src/rules/money.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import { isPublic, SETTING_NAMES, type ServerEnv } from '#src/server/core/env.ts'
import { StartupError } from '#src/server/core/startup-error.ts'

/** A finding about the configuration. An error stops the start. */
export interface Finding {
  level: 'error' | 'warning'
  /** One sentence that says what to do. */
  message: string
}

/** NIST SP 800-63B-4, for passwords as the only factor. */
const SAFE_PASSWORD_MIN = 15

/** Checks for settings that are valid alone, but unsafe or useless together. */
export function checkSettings(env: ServerEnv): Finding[] {
  const {
    NODE_ENV,
    SITE_URL,
    SMTP_URL,
    LIMITS,
    TRUSTED_PROXIES,
    PREVIEW,
    LEGAL_NAME,
    GRIEVANCE_OFFICER,
  } = env
  const findings: Finding[] = []
  const add = (when: boolean, level: Finding['level'], message: string) => {
    if (when) findings.push({ level, message })
  }
  const isProduction = NODE_ENV === 'production'
  const isOpen = isPublic(env)
  const isSitePublic = SITE_URL !== undefined && isPublic({ HOST: 'localhost', SITE_URL })
  const isHttps = SITE_URL?.startsWith('https:') ?? false

  add(
    !LIMITS && (isProduction || isOpen),
    isProduction ? 'error' : 'warning',
    'LIMITS=false lets anyone guess passwords and flood the shop: remove it.',
  )
  add(
    isProduction && isSitePublic && !isHttps,
    'error',
    `SITE_URL is ${SITE_URL}, where passwords and cookies travel unencrypted: set it to an https address.`,
  )
  add(
    !isProduction && isSitePublic && !isHttps,
    'warning',
    'The shop is reached over plain http, where browsers of other machines keep no sign-in: set SITE_URL to an https address.',
  )
  add(
    isProduction && !isSitePublic,
    'warning',
    'SITE_URL is not a public address, so links in mails work on this machine only: set it to the address of the site.',
  )
  add(
    isProduction && !SMTP_URL,
    'warning',
    'SMTP_URL is empty, so mails wait in the outbox and new accounts cannot be verified: set it to a mail server.',
  )
  add(
    isProduction && env.PASSWORD_MIN < SAFE_PASSWORD_MIN,
    'warning',
    `PASSWORD_MIN is ${env.PASSWORD_MIN}, which lets in passwords that are soon guessed: set it to ${SAFE_PASSWORD_MIN}.`,
  )
  add(
    isProduction && !env.STAFF_SECOND_FACTOR,
    'warning',
    'STAFF_SECOND_FACTOR is false, so a stolen password opens the studio: set it to true.',
  )
  add(
    isProduction && !env.SECOND_FACTOR_KEY,
    'warning',
    'SECOND_FACTOR_KEY is empty, so a copy of the database has the secrets of the second factor: set it.',
  )
  add(
    env.ORDERS.length > 0 && !env.PAN_KEY,
    'warning',
    `PAN_KEY is empty, so orders from ${formatRupees(env.PUBLIC_PAN_FROM)} on, for which the law asks for a PAN, are refused: set it.`,
  )
  add(
    isProduction && !env.BACKUP_DIR,
    'warning',
    'BACKUP_DIR is empty, so no backup is made unless something else runs npm run backup: set it to a folder of another disk.',
  )
  add(
    env.MEDIA_STORE !== undefined && !(env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY),
    'error',
    'MEDIA_STORE needs its keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  )
  add(
    isProduction && (!LEGAL_NAME || !GRIEVANCE_OFFICER),
    'warning',
    'LEGAL_NAME or GRIEVANCE_OFFICER is empty, which the Consumer Protection (E-Commerce) Rules 2020 ask for at the foot of every page: set both.',
  )
  add(
    isHttps && TRUSTED_PROXIES === 0,
    'warning',
    'SITE_URL is https, so a proxy is in front, but TRUSTED_PROXIES is 0: rate limits count all shoppers as one.',
  )
  add(
    PREVIEW && isOpen,
    'warning',
    'PREVIEW=true at a public address: anyone can sign in to the demo accounts, among them an editor and an admin.',
  )
  return findings
}

/** Returns how many letters of a setting may be misspelt. */
const countTypos = ({ length }: string): number => (length < 6 ? 1 : 2)

/** Finds environment variables that look like misspelt settings. */
export const checkNames = (names: string[]): Finding[] =>
  names
    .filter((name) => !SETTING_NAMES.includes(name))
    .flatMap((name) => {
      const setting = closest(name, SETTING_NAMES)
      return distance(name, setting) > countTypos(setting)
        ? []
        : [{ level: 'warning', message: `${name} is no setting: rename it to ${setting}.` }]
    })

/** Checks that no demo account, whose password is public, exists outside a preview. */
export async function checkDemoAccounts(env: ServerEnv, db: Db): Promise<Finding[]> {
  const { NODE_ENV, PREVIEW } = env
  const emails = PREVIEW ? [] : await listOpenDemoAccounts({ db, env })
  if (emails.length === 0) return []
  const message = `The database has the preview's demo accounts, whose passwords are public (${emails.join(', ')}): give the shop a database of its own by DATABASE_URL, or delete them in a preview.`
  return [{ level: NODE_ENV === 'production' ? 'error' : 'warning', message }]
}

/**
 * Checks that this machine can render pages that are not in the live release: previews, and lists without JavaScript.
 * @param code hash of this checkout's code.
 */
export function checkLiveRelease(
  dataDir: string,
  { id, compiled }: Pick<Release, 'id' | 'compiled'>,
  code: string,
): Finding[] {
  const releases = getReleasesDir(dataDir)
  const app = findCompiledApp(releases, compiled)
  if (app?.code === code) return []
  const message = app
    ? `The live release ${id} is of another version of the shop than this checkout, and previews and lists without JavaScript may fail until both are of the same: run the same version here and at npm start.`
    : `${releases} lacks the compiled site of the live release ${id}, so previews and lists without JavaScript answer 503: npm start adds it.`
  return [{ level: 'warning', message }]
}

/**
 * Writes the warnings to stderr.
 * @throws StartupError with the errors.
 */
export function reportFindings(findings: Finding[]): void {
  for (const { level, message } of findings)
    if (level === 'warning') process.stderr.write(`Warning: ${message}\n`)
  const errors = findings.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new StartupError(errors.map(({ message }) => message).join(' '))
}
