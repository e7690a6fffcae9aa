import { MAX_SLUG_LENGTH } from '#src/contract/values.ts'

/** The slug of a title: lower-case words joined by hyphens, accents folded. */
export function slugify(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  return words.slice(0, MAX_SLUG_LENGTH).replaceAll(/^-+|-+$/g, '')
}
