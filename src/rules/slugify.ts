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

/** Slugs of texts in a list: one that another text has already gets a number. @param fallback of a text without letters. */
export function toUniqueSlugs(texts: string[], fallback: string): string[] {
  const used = new Set<string>()
  return texts.map((text) => {
    const base = slugify(text) || fallback
    let slug = base
    for (let number = 2; used.has(slug); number += 1) slug = `${base}-${number}`
    used.add(slug)
    return slug
  })
}
