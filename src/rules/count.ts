import { formatInteger } from './money.ts'

/** A number with its noun. @example count(12000, 'search', 'searches') // "12,000 searches" */
export const count = (amount: number, noun: string, plural = `${noun}s`): string =>
  `${formatInteger(amount)} ${amount === 1 ? noun : plural}`
