import { randomInt } from 'node:crypto'

/** Digits and letters without those that are read as others. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8

/** A random number of something that a person quotes, e.g. `KT-7F3K9QXM`: it tells neither figures nor order. */
export const createReferenceNumber = (prefix: string): string =>
  `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
