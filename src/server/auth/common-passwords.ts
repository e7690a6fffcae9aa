import { readFileSync } from 'node:fs'

/** Lower case, one a line: passwords and words that guessing begins with. */
const common = new Set(
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

const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign)
/** The core of `Sunshine@2024!`: up to six digits and signs at either end are decoration. */
const undecorated = (text: string) =>
  text.replace(/^[^\p{L}]{1,6}(?=\p{L})/u, '').replace(/(?<=\p{L})[^\p{L}]{1,6}$/u, '')

/** Whether guessing would find it early: on the list, or a listed word with the usual changes. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  const joined = plain.replace(/[\s._-]+/g, '')
  const forms = [plain, joined].flatMap((form) => [form, undecorated(form)])
  return forms.some(
    (form) => common.has(form) || common.has(unleet(form)) || common.has(undecorated(unleet(form))),
  )
}
