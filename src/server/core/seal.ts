import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const SCHEME = 'gcm'

const deriveKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Encrypts a text for the database with AES-256-GCM, so that a copy of the database alone does not reveal it. */
export function seal(key: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key), iv)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = [iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'))
  return `${SCHEME}.${parts.join('.')}`
}

export const isSealed = (stored: string): boolean => stored.startsWith(`${SCHEME}.`)

/** @throws Error if the text was sealed with another key. */
export function unseal(key: string, sealed: string): string {
  const [, iv = '', tag = '', encrypted = ''] = sealed.split('.')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key), Buffer.from(iv, 'base64url'))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(encrypted, 'base64url', 'utf8') + decipher.final('utf8')
}
