import { createHash, randomBytes } from 'node:crypto'

/** 256 bits of chance, safe in a cookie and in a link. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token: who reads the database cannot use it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether `given` could be a token of ours, before anything is asked of the database. */
export const isWellFormedToken = (given: string): boolean => /^[\w-]{43}$/.test(given)
