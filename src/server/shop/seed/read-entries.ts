import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CatalogEntry,
  catalogEntry,
  findEntryErrors,
  withOwnSpelling,
} from '#src/contract/entry.ts'
import { StartupError } from '../../core/startup-error.ts'

/** Folder of the built-in catalogue: `catalog/*.json` and `pictures/*`. */
export const DEFAULT_SEED_DIR = join(import.meta.dirname, '../../../../seed')

interface EntryInFile {
  file: string
  entry: CatalogEntry
}

const toEntryError = (file: string, slug: string, field: string, expected: string) =>
  new StartupError(`The catalogue cannot be used: ${file}, "${slug}", ${field}: ${expected}.`)

/**
 * Reads and validates the entries of a seed folder, file by file in alphabetical order.
 * @throws StartupError that names file, slug, field and the expected value.
 */
export function readEntries(folder: string): CatalogEntry[] {
  const files = readdirSync(join(folder, 'catalog')).filter((name) => name.endsWith('.json'))
  const entries = files.toSorted().flatMap((file) => readFile(folder, file))
  if (entries.length === 0)
    throw new StartupError(`The catalogue cannot be used: ${folder}/catalog has no products.`)
  assertConsistent(entries)
  return entries.map(({ entry }) => entry)
}

function readFile(folder: string, file: string): EntryInFile[] {
  const entries = parseJson(readFileSync(join(folder, 'catalog', file), 'utf8'), file)
  const pictures = new Set(readdirSync(join(folder, 'pictures')))
  return entries.map((input, index) => {
    const result = catalogEntry.safeParse(input)
    const slug = findSlug(input) ?? `entry ${index + 1}`
    if (!result.success) {
      const issue = result.error.issues[0]
      const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
      const field = unknown ?? issue?.path.join('.') ?? ''
      throw toEntryError(
        file,
        slug,
        field || 'the entry',
        unknown ? 'is not a field' : (issue?.message ?? ''),
      )
    }
    const entry = withOwnSpelling(result.data)
    assertValidEntry(file, entry, pictures)
    return { file, entry }
  })
}

function parseJson(text: string, file: string): unknown[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`The catalogue cannot be used: ${file} is not JSON (${reason}).`, {
      cause,
    })
  }
  if (Array.isArray(parsed)) return parsed
  throw new StartupError(`The catalogue cannot be used: ${file} must hold a list of products.`)
}

const findSlug = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'slug' in input && typeof input.slug === 'string'
    ? input.slug
    : undefined

/** Checks the rules of one entry that its schema cannot express. */
function assertValidEntry(file: string, entry: CatalogEntry, pictures: Set<string>): void {
  const { slug } = entry
  const [error] = findEntryErrors(entry)
  if (error) throw toEntryError(file, slug, error.path.join('.'), error.message)
  for (const [index, picture] of entry.pictures.entries())
    if (!pictures.has(picture.file))
      throw toEntryError(
        file,
        slug,
        `pictures.${index}.file`,
        `there is no pictures/${picture.file}`,
      )
}

/** Checks the rules between entries: unique slugs, and existing related slugs. */
function assertConsistent(entries: EntryInFile[]): void {
  const files = new Map<string, string>()
  for (const { file, entry } of entries) {
    const earlier = files.get(entry.slug)
    if (earlier)
      throw toEntryError(file, entry.slug, 'slug', `must be used once; ${earlier} has it too`)
    files.set(entry.slug, file)
  }
  for (const { file, entry } of entries)
    for (const [index, slug] of entry.related.entries()) {
      const expected = 'must be the slug of another product'
      if (slug === entry.slug || !files.has(slug))
        throw toEntryError(file, entry.slug, `related.${index}`, `${expected}, not "${slug}"`)
    }
}
