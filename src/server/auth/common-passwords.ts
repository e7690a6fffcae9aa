import { readFileSync } from 'node:fs'

/** Lower-case passwords and words that guessing tools try first, one a line. */
const commonPasswords = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const replaceLeet = (text: string) =>
  text.replace(/[013457@$!]/g, (character) => LEET[character] ?? character)

/** Strips up to six digits and signs at either end: `Sunshine@2024!` becomes `Sunshine`. */
const stripAffixes = (text: string) =>
  text.replace(/^[^\p{L}]{1,6}(?=\p{L})/u, '').replace(/(?<=\p{L})[^\p{L}]{1,6}$/u, '')

/** Returns true for a listed password, also with leet characters, separators and affixes. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const joined = lower.replace(/[\s._-]+/g, '')
  const forms = [lower, joined].flatMap((form) => [form, stripAffixes(form)])
  return forms.some(
    (form) =>
      commonPasswords.has(form) ||
      commonPasswords.has(replaceLeet(form)) ||
      commonPasswords.has(stripAffixes(replaceLeet(form))),
  )
}
