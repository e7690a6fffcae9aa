import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { ServerEnv } from '../env.ts'

const derive = promisify(argon2)

/** Leaves one core for other requests. A login takes about 90 ms, so the last pending one waits 9 s. */
const hashQueue = createBoundedQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxPending: 100,
})

type Env = Pick<ServerEnv, 'PASSWORD_HASH_MEMORY'>

/** Parameters of new hashes: OWASP's passes for argon2id and more than its memory, in KiB. */
const getParameters = ({ PASSWORD_HASH_MEMORY }: Env) => ({
  memory: PASSWORD_HASH_MEMORY,
  passes: 2,
  parallelism: 1,
})

const TAG_BYTES = 32
const SALT_BYTES = 16

interface Phc {
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** NFC, because keyboards send the same character in composed and decomposed form. */
const toMessage = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8')

const compute = (password: string, { salt, tag, ...costs }: Phc): Promise<Buffer> =>
  derive('argon2id', {
    message: toMessage(password),
    nonce: salt,
    tagLength: tag.length,
    ...costs,
  })

async function toHash(env: Env, password: string, salt: Buffer): Promise<string> {
  const tag = await compute(password, {
    ...getParameters(env),
    salt,
    tag: Buffer.alloc(TAG_BYTES),
  })
  return toPhc(env, salt, tag)
}

/**
 * The salt that all unverified accounts with an email share: one hash finds the one that a password
 * opens, however many there are.
 */
export const getSharedSalt = (email: string): Buffer =>
  createHash('sha256').update(`salt of ${email}`).digest().subarray(0, SALT_BYTES)

/** @returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export const hashPassword = (
  env: Env,
  password: string,
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<string> => hashQueue(() => toHash(env, password, salt))

/** Verified in place of a missing hash, so that both cases take the same time. */
const createDummyHash = (env: Env) => toPhc(env, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

async function matches(env: Env, password: string, hash: string | null): Promise<boolean> {
  const phc = parsePhc(hash ?? createDummyHash(env))
  return timingSafeEqual(await compute(password, phc), phc.tag) && hash !== null
}

/**
 * @param hash a PHC string, or null for an account that does not exist or has no password.
 * @returns whether the password matches; always false for null, after the same time.
 */
export const verifyPassword = (env: Env, password: string, hash: string | null): Promise<boolean> =>
  hashQueue(() => matches(env, password, hash))

/**
 * Computes the two hashes of a login in one place of the queue.
 * @returns whether the password matches `hash`, and its own hash with the salt.
 */
export const verifyAndHash = (
  env: Env,
  password: string,
  { hash, salt }: { hash: string | null; salt: Buffer },
): Promise<{ isCorrect: boolean; saltedHash: string }> =>
  hashQueue(async () => ({
    isCorrect: await matches(env, password, hash),
    saltedHash: await toHash(env, password, salt),
  }))

/** Returns true for a hash of a verified account with weaker parameters than new ones, or a shared salt. */
export function needsRehash(env: Env, hash: string, email: string): boolean {
  const wanted = getParameters(env)
  const { memory, passes, salt } = parsePhc(hash)
  return memory < wanted.memory || passes < wanted.passes || salt.equals(getSharedSalt(email))
}

function toPhc(env: Env, salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = getParameters(env)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

function parsePhc(phc: string): Phc {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!match) throw new Error('A stored password hash is not an argon2id PHC string.')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
