import { randomInt } from 'node:crypto'

/** Digits and letters that are not mistaken for others. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8

/** Returns a random number that a person quotes, e.g. `KT-7F3K9QXM`. It reveals neither count nor order. */
export const createReferenceNumber = (prefix: string): string =>
  `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
