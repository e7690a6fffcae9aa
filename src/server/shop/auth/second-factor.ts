import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { brand } from '#src/rules/brand.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { ServerEnv } from '../../core/env.ts'
import { HttpError } from '../../core/errors.ts'
import type { Caller } from '../../core/http/mount.ts'
import { consume, refund } from '../../core/http/rate-limit.ts'
import { secondFactorMail } from '../../core/mail/account-mails.ts'
import { enqueueAccountMail } from '../../core/mail/enqueue-mail.ts'
import { isSealed, seal, unseal } from '../../core/seal.ts'
import { hashToken } from '../../core/token.ts'
import { lockUser } from '../users/queries.ts'
import type { UserRow } from '../users/tables.ts'
import { SECOND_FACTOR_CODES } from './rate-limits.ts'
import { reauthenticate } from './reauthenticate.ts'
import * as queries from './second-factor-queries.ts'
import { deleteUserSessions } from './token-queries.ts'

/** RFC 6238's defaults, which every authenticator app supports: SHA-1, six digits, 30 seconds. */
const PERIOD_SECONDS = 30
/** Steps before and after the current one, for differing clocks. */
const WINDOW = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 80 bits: a hash without salt is safe for random codes of this length. */
const RECOVERY_CODE_BYTES = 10

const FIELD = { field: 'code' }

/** With SECOND_FACTOR_KEY, a copy of the database alone does not reveal the secrets. */
const encrypt = ({ SECOND_FACTOR_KEY }: ServerEnv, secret: string): string =>
  SECOND_FACTOR_KEY ? seal(SECOND_FACTOR_KEY, secret) : secret

function decrypt({ SECOND_FACTOR_KEY }: ServerEnv, stored: string): string {
  if (!isSealed(stored)) return stored
  if (!SECOND_FACTOR_KEY) throw new Error('SECOND_FACTOR_KEY is missing: the secrets need it.')
  return unseal(SECOND_FACTOR_KEY, stored)
}

const createTotp = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: brand.name,
    label,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** Returns the time step of a correct code; undefined for a wrong one. */
function findStep({ env, now }: Deps, stored: string, code: string): number | undefined {
  const timestamp = now()
  const totp = createTotp(decrypt(env, stored), '')
  const delta = totp.validate({ token: code, window: WINDOW, timestamp })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Spaces and hyphens only help reading. */
const normalize = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()

const createRecoveryCode = (): string =>
  (
    new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32.match(
      /.{4}/g,
    ) ?? []
  ).join('-')

async function createRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode)
  await queries.replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashToken(normalize(code))),
  )
  return codes
}

/**
 * Verifies the code of a sign-in or a change, if the account has a second factor.
 * @throws HttpError 401 at the field `code`, 429 after too many wrong codes.
 */
export async function assertSecondFactor(
  deps: Deps,
  userId: string,
  code: string | undefined,
): Promise<void> {
  const row = await queries.findSecondFactor(deps.db, userId)
  if (!row?.confirmed_at) return
  if (!code) throw new HttpError(401, 'Please enter the code of your authenticator app.', FIELD)
  await consume(deps, SECOND_FACTOR_CODES, userId)
  const input = normalize(code)
  const step = /^\d{6}$/.test(input) ? findStep(deps, row.secret, input) : undefined
  const isAccepted =
    step === undefined
      ? await queries.consumeRecoveryCode(deps.db, userId, hashToken(input))
      : await queries.consumeStep(deps.db, userId, { step })
  // A correct code that was already used is not a guess.
  if (isAccepted || step !== undefined) await refund(deps, SECOND_FACTOR_CODES, userId)
  if (!isAccepted) throw new HttpError(401, 'The code is not right, or was used already.', FIELD)
  if (step === undefined) await record(deps, deps.db, userId, 'Used a recovery code')
}

const record = (deps: Deps, db: Db, userId: string, subject: string): Promise<void> =>
  insertAuditEntry(db, { at: deps.now(), actor_id: userId, action: 'second-factor', subject })

export async function getSecondFactor({ db, env }: Deps, { userId }: Caller) {
  const row = await queries.findSecondFactor(db, userId)
  return {
    isEnabled: Boolean(row?.confirmed_at),
    isRequired: env.STAFF_SECOND_FACTOR,
    recoveryCodesLeft: await queries.countRecoveryCodes(db, userId),
  }
}

/** Creates a secret. `confirmSecondFactor` turns it on. */
export async function setUpSecondFactor(deps: Deps, caller: Caller, password: string) {
  const user = await reauthenticate(deps, caller, { password, field: 'password' })
  if ((await queries.findSecondFactor(deps.db, user.id))?.confirmed_at)
    throw new HttpError(409, 'The second factor is on already.')
  const secret = new Secret({ size: SECRET_BYTES }).base32
  await queries.replaceSecondFactor(deps.db, {
    user_id: user.id,
    secret: encrypt(deps.env, secret),
    created_at: deps.now(),
    confirmed_at: null,
    last_step: 0,
  })
  return { secret, uri: createTotp(secret, user.email).toString() }
}

/**
 * Locks the row of a user until the transaction ends.
 * @throws HttpError 401 if the account is deleted.
 */
async function lockOwner(db: Db, userId: string): Promise<UserRow> {
  const user = await lockUser(db, userId)
  if (!user) throw new HttpError(401, 'Please log in.')
  return user
}

/** Mails the owner, whose row is locked, that the second factor was turned on or off. */
const mailOwner = (deps: Deps, db: Db, { id, email, display_name }: UserRow, isOn: boolean) =>
  enqueueAccountMail(deps, db, { id, email, kind: 'second-factor' }, () =>
    secondFactorMail(deps.env, display_name, isOn),
  )

/**
 * Turns the second factor on with a first code.
 * @returns the recovery codes.
 */
export async function confirmSecondFactor(
  deps: Deps,
  { userId, sessionId }: Caller,
  code: string,
): Promise<string[]> {
  await consume(deps, SECOND_FACTOR_CODES, userId)
  const recoveryCodes = await deps.db.transaction().execute(async (db) => {
    const row = await queries.findSecondFactor(db, userId)
    if (!row) throw new HttpError(404, 'Please start again: there is no secret to confirm.')
    if (row.confirmed_at) throw new HttpError(409, 'The second factor is on already.')
    const step = findStep(deps, row.secret, normalize(code))
    const confirmedAt = deps.now()
    if (step === undefined || !(await queries.consumeStep(db, userId, { step, confirmedAt })))
      throw new HttpError(
        400,
        'The code is not right. Please enter the one that is shown now.',
        FIELD,
      )
    await deleteUserSessions(db, userId, sessionId)
    await mailOwner(deps, db, await lockOwner(db, userId), true)
    await record(deps, db, userId, 'Turned the second factor on')
    return createRecoveryCodes(db, userId)
  })
  await refund(deps, SECOND_FACTOR_CODES, userId)
  return recoveryCodes
}

async function assertEnabled(db: Db, userId: string): Promise<void> {
  if (!(await queries.findSecondFactor(db, userId))?.confirmed_at)
    throw new HttpError(404, 'The second factor is not on.')
}

interface Credentials {
  password: string
  code?: string | undefined
}

/**
 * Verifies password and code of a user with a second factor.
 * @returns the user's id.
 */
async function reauthenticateTwice(
  deps: Deps,
  caller: Caller,
  { password, code }: Credentials,
): Promise<string> {
  const { id } = await reauthenticate(deps, caller, { password, field: 'password' })
  await assertSecondFactor(deps, id, code)
  return id
}

export async function renewRecoveryCodes(
  deps: Deps,
  caller: Caller,
  credentials: Credentials,
): Promise<string[]> {
  const id = await reauthenticateTwice(deps, caller, credentials)
  return deps.db.transaction().execute(async (db) => {
    await assertEnabled(db, id)
    await record(deps, db, id, 'Replaced the recovery codes')
    return createRecoveryCodes(db, id)
  })
}

export async function removeSecondFactor(
  deps: Deps,
  caller: Caller,
  credentials: Credentials,
): Promise<void> {
  const id = await reauthenticateTwice(deps, caller, credentials)
  await deps.db.transaction().execute(async (db) => {
    await assertEnabled(db, id)
    await deleteSecondFactor(deps, db, id)
    await record(deps, db, id, 'Turned the second factor off')
  })
}

/** Deletes the second factor of an account. The owner gets a mail, even if an admin deletes it. */
export async function deleteSecondFactor(deps: Deps, db: Db, userId: string): Promise<void> {
  const owner = await lockOwner(db, userId)
  const row = await queries.findSecondFactor(db, userId)
  await queries.deleteSecondFactor(db, userId)
  if (row?.confirmed_at) await mailOwner(deps, db, owner, false)
}

/** Returns whether the account needs a code to sign in. Sign-in with Google does not ask for one. */
export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  Boolean((await queries.findSecondFactor(db, userId))?.confirmed_at)
