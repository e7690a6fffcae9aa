import { describe, expect, test } from 'vitest'
import { generateCatalog } from '#scripts/catalog/generate.ts'
import { catalogEntry } from '#src/contract/entry.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'

const parts = readEntries(DEFAULT_SEED_DIR)

describe('npm run catalog', () => {
  test('each of 500 keeps the contract', () => {
    for (const entry of generateCatalog(parts, 500, 7)) {
      expect(() => catalogEntry.parse(entry), entry.slug).not.toThrow()
      expect(entry.listPrice ?? Number.POSITIVE_INFINITY, entry.slug).toBeGreaterThan(entry.price)
    }
  })

  test('no two of 20,000 share a slug or a title within a category', () => {
    const entries = generateCatalog(parts, 20_000, 7)
    expect(new Set(entries.map((entry) => entry.slug)).size).toBe(20_000)
    const titles = entries.map((entry) => `${entry.category} ${entry.title}`)
    expect(new Set(titles).size).toBe(20_000)
  })

  test('names are changed in every text, and related pieces exist', () => {
    const entries = generateCatalog(parts, 520, 7)
    const slugs = new Set(entries.map((entry) => entry.slug))
    for (const [at, entry] of entries.entries()) {
      const [ownName = ''] = parts[at % parts.length]?.title.split(' ') ?? []
      const { slug, title, subtitle, tagline, description, highlights } = entry
      const text = JSON.stringify([title, subtitle, tagline, description, highlights])
      if (!title.startsWith(`${ownName} `)) expect(text, slug).not.toContain(`${ownName} `)
      expect(entry.related.length, slug).toBe(4)
      expect(entry.related.every((one) => slugs.has(one) && one !== slug)).toBe(true)
    }
  })
})
