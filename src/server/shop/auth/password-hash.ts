import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createBoundedQueue } from '../../core/bounded-queue.ts'
import type { ServerEnv } from '../../core/env.ts'

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

/** The salt and the costs of a new hash. */
const createParameters = (env: Env): Phc => ({
  ...getParameters(env),
  salt: randomBytes(SALT_BYTES),
  tag: Buffer.alloc(TAG_BYTES),
})

const toHash = async (password: string, parameters: Phc): Promise<string> =>
  toPhc({ ...parameters, tag: await compute(password, parameters) })

/**
 * @param like a hash whose salt and costs the new one has; absent for a salt of its own. The unverified
 *   accounts with an email share theirs, so that one hash finds the one that a password opens.
 * @returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`.
 */
export const hashPassword = (env: Env, password: string, like?: string | null): Promise<string> =>
  hashQueue(() => toHash(password, like ? parsePhc(like) : createParameters(env)))

/** A missing hash is verified like another one, so that both cases take the same time. */
async function matches(env: Env, password: string, hash: string | null): Promise<boolean> {
  const phc = hash ? parsePhc(hash) : createParameters(env)
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
 * @param hashes of the verified account, and one of the unverified accounts; null where it is absent.
 * @returns whether the password matches the first, and its hash with the salt and costs of the second.
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

/** Returns true for a hash with weaker parameters than those of new hashes. */
export function needsRehash(env: Env, hash: string): boolean {
  const wanted = getParameters(env)
  const { memory, passes } = parsePhc(hash)
  return memory < wanted.memory || passes < wanted.passes
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
