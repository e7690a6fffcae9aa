import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createBoundedQueue } from '../../core/bounded-queue.ts'
import type { ServerEnv } from '../../core/env.ts'

const derive = promisify(argon2)

/** Shorter than a browser waits for a call (`CALL_TIMEOUT_MS`). */
const MAX_HASH_WAIT_MS = 8_000

/** Leaves one core for other requests. A login takes about 90 ms, or more on a busy machine. */
const hashQueue = createBoundedQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxPending: 100,
  maxWaitMs: MAX_HASH_WAIT_MS,
})

type Env = Pick<ServerEnv, 'PASSWORD_HASH_MEMORY'>

/** Parameters of new hashes: OWASP's passes for argon2id, and more than its memory, in KiB. */
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

/** NFC, because keyboards send the same character in composed or decomposed form. */
const toMessage = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8')

const compute = (password: string, { salt, tag, ...costs }: Phc): Promise<Buffer> =>
  derive('argon2id', {
    message: toMessage(password),
    nonce: salt,
    tagLength: tag.length,
    ...costs,
  })

/** Creates the salt and the costs of a new hash. */
const createParameters = (env: Env): Phc => ({
  ...getParameters(env),
  salt: randomBytes(SALT_BYTES),
  tag: Buffer.alloc(TAG_BYTES),
})

const toHash = async (password: string, parameters: Phc): Promise<string> =>
  toPhc({ ...parameters, tag: await compute(password, parameters) })

/**
 * Hashes a password.
 * @param like a hash whose salt and costs to reuse; by default a new salt. Unverified accounts
 *   with the same email share them, so that one hash finds the account with the password.
 * @returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`.
 */
export const hashPassword = (env: Env, password: string, like?: string | null): Promise<string> =>
  hashQueue(() => toHash(password, like ? parsePhc(like) : createParameters(env)))

/** Verifies a missing hash like an existing one, so that both take the same time. */
async function matches(env: Env, password: string, hash: string | null): Promise<boolean> {
  const phc = hash ? parsePhc(hash) : createParameters(env)
  return timingSafeEqual(await compute(password, phc), phc.tag) && hash !== null
}

/**
 * Verifies a password.
 * @param hash a PHC string, or null for an account that does not exist or has no password.
 * @returns whether the password matches; always false for null, after the same time.
 */
export const verifyPassword = (env: Env, password: string, hash: string | null): Promise<boolean> =>
  hashQueue(() => matches(env, password, hash))

/**
 * Computes the two hashes of a login in one place of the queue.
 * @param hashes of the verified account and of an unverified one; null if absent.
 * @returns whether the password matches the first one, and its hash with salt and costs of the second.
 */
export const verifyAndHash = (
  env: Env,
  password: string,
  { verified, unverified }: { verified: string | null; unverified: string | null },
): Promise<{ isCorrect: boolean; unverifiedHash: string }> =>
  hashQueue(async () => ({
    isCorrect: await matches(env, password, verified),
    unverifiedHash: await toHash(
      password,
      unverified ? parsePhc(unverified) : createParameters(env),
    ),
  }))

/** Returns whether a hash has weaker parameters than new hashes. */
export function needsRehash(env: Env, hash: string): boolean {
  const parameters = getParameters(env)
  const { memory, passes } = parsePhc(hash)
  return memory < parameters.memory || passes < parameters.passes
}

const toPhc = ({ memory, passes, parallelism, salt, tag }: Phc): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

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
