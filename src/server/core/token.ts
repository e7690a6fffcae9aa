import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** @returns 256 random bits as base64url, which fits a cookie and a link. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** SHA-256 in hex: the database stores hashes only, so that a copy of it authenticates no one. */
export const hashToken = (token: string): string => hash('sha256', token)

/** Returns true for the form of `createToken`, so that other input never reaches the database. */
export const isWellFormedToken = (input: string): boolean => /^[\w-]{43}$/.test(input)
