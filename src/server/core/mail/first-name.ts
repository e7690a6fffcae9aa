/**
 * The letters that the first word of a name begins with, or '': some give their address as their name.
 * Letters of Indian scripts have marks, and joiners between them.
 */
export const toFirstName = (name: string): string =>
  /^\p{L}[\p{L}\p{M}\p{Join_C}]{0,19}/u.exec(name.trim())?.[0] ?? ''
