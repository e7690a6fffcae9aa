import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashQueue } from './hash-queue.ts'

const derive = promisify(argon2)

/** OWASP's setting for argon2id: memory in KiB, passes, lanes. */
const NOW = { memory: 19_456, passes: 2, parallelism: 1 }
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

/** Normalised first, so that the same password typed on another keyboard is the same. */
const messageOf = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8')

/** @returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const parameters = { message: messageOf(password), nonce, tagLength: TAG_BYTES, ...NOW }
  const tag = await hashQueue(() => derive('argon2id', parameters))
  const costs = `m=${NOW.memory},t=${NOW.passes},p=${NOW.parallelism}`
  return `$argon2id$v=19$${costs}$${base64(nonce)}$${base64(tag)}`
}

/** What an account without a password is checked against: as much work, never right. */
const nobody = `$argon2id$v=19$m=${NOW.memory},t=${NOW.passes},p=${NOW.parallelism}$${base64(
  randomBytes(SALT_BYTES),
)}$${base64(randomBytes(TAG_BYTES))}`

/** Whether `password` is the one behind `hash`; takes as long where there is no hash. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const { salt, tag, ...costs } = parse(hash ?? nobody)
  const parameters = { message: messageOf(password), nonce: salt, tagLength: tag.length, ...costs }
  const given = await hashQueue(() => derive('argon2id', parameters))
  return timingSafeEqual(given, tag) && hash !== null
}

/** True for a hash that was made with less work than a new one would be. */
export function needsRehash(hash: string): boolean {
  const { memory, passes } = parse(hash)
  return memory < NOW.memory || passes < NOW.passes
}

function parse(phc: string): Phc {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!found) throw new Error('A stored password hash is not an argon2id PHC string.')
  const [, memory, passes, parallelism, salt = '', tag = ''] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
