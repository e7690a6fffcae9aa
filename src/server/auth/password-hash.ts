import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
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

/** @returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(env: Env, password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const parameters = {
    message: toMessage(password),
    nonce,
    tagLength: TAG_BYTES,
    ...getParameters(env),
  }
  const tag = await hashQueue(() => derive('argon2id', parameters))
  return toPhc(env, nonce, tag)
}

/** Verified in place of a missing hash, so that both cases take the same time. */
const createDummyHash = (env: Env) => toPhc(env, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

/**
 * Verifies the password against each hash in turn, in one place of the queue.
 * @param hashes PHC strings, or null for an account that does not exist or has no password.
 * @returns whether the password matches each; always false for null, after the same time.
 */
export const verifyPasswords = (
  env: Env,
  password: string,
  hashes: readonly (string | null)[],
): Promise<boolean[]> =>
  hashQueue(async () => {
    const matches: boolean[] = []
    for (const hash of hashes) {
      const { salt, tag, ...costs } = parsePhc(hash ?? createDummyHash(env))
      const message = toMessage(password)
      const computed = await derive('argon2id', {
        message,
        nonce: salt,
        tagLength: tag.length,
        ...costs,
      })
      matches.push(timingSafeEqual(computed, tag) && hash !== null)
    }
    return matches
  })

export const verifyPassword = async (
  env: Env,
  password: string,
  hash: string | null,
): Promise<boolean> => (await verifyPasswords(env, password, [hash]))[0] === true

/** Returns true for a hash with weaker parameters than those of new hashes. */
export function needsRehash(env: Env, hash: string): boolean {
  const wanted = getParameters(env)
  const { memory, passes } = parsePhc(hash)
  return memory < wanted.memory || passes < wanted.passes
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
