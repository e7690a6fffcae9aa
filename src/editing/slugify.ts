import { MAX_SLUG_LENGTH } from '#src/contract/values.ts'

/**
 * The slug of a title: lower-case words joined by hyphens, accents folded.
 * @param toLatin writes letters of other scripts in Latin ones; without it they are left out. Pages and server
 * have it in `toAddress`, the studio loads it for a title that has such letters.
 */
export function slugify(title: string, toLatin: (text: string) => string = (text) => text): string {
  const words = toLatin(
    title
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .normalize('NFC'),
  )
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  return words.slice(0, MAX_SLUG_LENGTH).replaceAll(/^-+|-+$/g, '')
}

/** Whether a title has letters or signs, e.g. emoji, that `slugify` leaves out without the table of other scripts. */
export const hasOtherLetters = (title: string): boolean =>
  /[^\p{ASCII}‘’“”–—…·•]/u.test(title.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, ''))
