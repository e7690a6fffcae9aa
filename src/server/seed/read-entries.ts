import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CatalogueEntry, catalogueEntry } from '#src/contract/catalog.ts'
import { StartupError } from '../startup-error.ts'

/** The folder of the house's own catalogue: `catalogue/*.json` and `pictures/*`. */
export const DEFAULT_SEED_DIR = import.meta.dirname

interface Found {
  file: string
  entry: CatalogueEntry
}

const wrong = (file: string, slug: string, field: string, expected: string) =>
  new StartupError(`The catalogue cannot be used: ${file}, "${slug}", ${field}: ${expected}.`)

/**
 * Reads and checks every entry of a seed folder; those of one file stay together, in its order.
 * @throws StartupError naming file, slug, field and what is expected there.
 */
export function readEntries(folder: string): CatalogueEntry[] {
  const files = readdirSync(join(folder, 'catalogue')).filter((name) => name.endsWith('.json'))
  const found = files.toSorted().flatMap((file) => readFile(folder, file))
  if (found.length === 0)
    throw new StartupError(`The catalogue cannot be used: ${folder}/catalogue has no products.`)
  assertTogether(found)
  return found.map(({ entry }) => entry)
}

function readFile(folder: string, file: string): Found[] {
  const entries = parseJson(readFileSync(join(folder, 'catalogue', file), 'utf8'), file)
  const pictures = new Set(readdirSync(join(folder, 'pictures')))
  return entries.map((given, at) => {
    const result = catalogueEntry.safeParse(given)
    const slug = slugOf(given) ?? `entry ${at + 1}`
    if (!result.success) {
      const issue = result.error.issues[0]
      const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
      const field = unknown ?? issue?.path.join('.') ?? ''
      throw wrong(
        file,
        slug,
        field || 'the entry',
        unknown ? 'is not a field' : (issue?.message ?? ''),
      )
    }
    assertSound(file, result.data, pictures)
    return { file, entry: result.data }
  })
}

function parseJson(text: string, file: string): unknown[] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`The catalogue cannot be used: ${file} is not JSON (${why}).`, { cause })
  }
  if (Array.isArray(given)) return given
  throw new StartupError(`The catalogue cannot be used: ${file} must hold a list of products.`)
}

const slugOf = (given: unknown): string | undefined =>
  typeof given === 'object' && given !== null && 'slug' in given && typeof given.slug === 'string'
    ? given.slug
    : undefined

/** What one entry must keep beside its shape. */
function assertSound(file: string, entry: CatalogueEntry, pictures: Set<string>): void {
  const { slug, price, listPrice, options, variant } = entry
  if (listPrice !== undefined && listPrice <= price)
    throw wrong(file, slug, 'listPrice', `must be above the price ${price}, or left out`)
  for (const { name, values } of options) {
    if (new Set(values).size < values.length)
      throw wrong(file, slug, `options.${name}`, 'names a value twice')
    if (!values.includes(variant[name] ?? ''))
      throw wrong(file, slug, `variant.${name}`, `must be one of ${values.join(', ')}`)
  }
  if (new Set(options.map((option) => option.name)).size < options.length)
    throw wrong(file, slug, 'options', 'names an option twice')
  for (const [at, picture] of entry.pictures.entries())
    if (!pictures.has(picture.file))
      throw wrong(file, slug, `pictures.${at}.file`, `there is no pictures/${picture.file}`)
}

/** What all entries must keep among themselves. */
function assertTogether(found: Found[]): void {
  const files = new Map<string, string>()
  for (const { file, entry } of found) {
    const earlier = files.get(entry.slug)
    if (earlier) throw wrong(file, entry.slug, 'slug', `must be used once; ${earlier} has it too`)
    files.set(entry.slug, file)
  }
  for (const { file, entry } of found)
    for (const [at, slug] of entry.related.entries()) {
      const expected = 'must be the slug of another product'
      if (slug === entry.slug || !files.has(slug))
        throw wrong(file, entry.slug, `related.${at}`, `${expected}, not "${slug}"`)
    }
}
