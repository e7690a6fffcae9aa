import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** @returns 256 random bits as base64url, which fits a cookie and a link. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Returns the SHA-256 in hex. The database stores hashes only, so a copy of it authenticates no one. */
export const hashToken = (token: string): string => hash('sha256', token)

/** Returns true for the form of `createToken`. Other input never reaches the database. */
export const isWellFormedToken = (input: string): boolean => /^[\w-]{43}$/.test(input)
