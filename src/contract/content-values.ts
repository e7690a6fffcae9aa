import { z } from 'zod'
import { focus } from './catalog.ts'
import { normalizePart } from './normal-text.ts'
import { LINK_PATTERN, MAX_TABLE } from './values.ts'

// Values of content fields: links, texts with paragraphs, pictures, tables and words.

/** A path of the site, with a query or fragment, or an external address. */
export const link = z
  .string()
  .trim()
  .max(400)
  .regex(LINK_PATTERN, 'must be a path such as /shop, or an address with https:, mailto: or tel:')

const span = z.strictObject({
  /** Spaces at both ends are kept. */
  text: z.string().overwrite(normalizePart).min(1).max(4_000),
  bold: z.literal(true).optional(),
  link: link.optional(),
})
export type Span = z.output<typeof span>

const spans = z.array(span).min(1).max(200)

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), spans }),
  z.strictObject({ type: z.literal('heading'), spans }),
  z.strictObject({ type: z.literal('list'), items: z.array(spans).min(1).max(60) }),
])

/** Paragraphs, headings and lists, with bold words and links. */
export const richText = z.array(block).max(200)
export type RichText = z.output<typeof richText>

/** Default pictures of the shop, by the place that they are cropped for (scripts/site-pictures.ts). */
export const SITE_PICTURES = {
  slide: ['hero-noir', 'hero-ivory', 'hero-emerald', 'hero-terracotta'],
  page: [
    'about-dial',
    'about-emerald',
    'about-filigree',
    'about-last',
    'about-noir',
    'about-stilllife',
    'about-stitch',
    'about-terracotta',
    'about-zari',
  ],
} as const

/** Their names in records. */
export const SITE_FILES: string[] = Object.values(SITE_PICTURES)
  .flat()
  .map((name) => `site:${name}`)

const UPLOAD = /^[0-9a-f]{32}$/

/** Builds the schema of a picture. `file` is the hash of an upload, or `site:` and the name of a default picture. */
export const toPictureSchema = (names: readonly string[]) => {
  const own = new Set(names.map((name) => `site:${name}`))
  return z.strictObject({
    file: z
      .string()
      .refine(
        (file) => UPLOAD.test(file) || own.has(file),
        'must be an uploaded picture, or one of the shop that is cut for this place',
      ),
    alt: z.string().trim().max(300),
    focus: focus.optional(),
  })
}
export type ContentPicture = z.output<ReturnType<typeof toPictureSchema>>

/** The path of a category or a collection. */
export const PRODUCT_LIST_PATTERN =
  /^\/(?:shop|collections)\/(?=[a-z0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Rows with the same number of cells, the header first; empty for no table. */
export const table = z
  .array(z.array(z.string().trim().max(200)).min(1).max(MAX_TABLE.columns))
  .max(MAX_TABLE.rows)
  .refine((rows) => rows.every(({ length }) => length === rows[0]?.length), {
    message: 'must have equally many cells in each row',
  })

const MAX_WORD_LETTERS = 40

const splitWords = (input: string): string[] =>
  input
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean)

/** At least `min` words or phrases, separated by commas. */
export const words = (min: number) =>
  z
    .string()
    .trim()
    .max(600)
    .refine((input) => new Set(splitWords(input)).size >= min, {
      error: `must have ${min === 1 ? 'a word' : 'two words, separated by a comma'}`,
    })
    .refine((input) => splitWords(input).every(({ length }) => length <= MAX_WORD_LETTERS), {
      error: `must have words of at most ${MAX_WORD_LETTERS} letters, separated by commas`,
    })
