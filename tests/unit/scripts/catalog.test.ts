import { expect, test } from 'vitest'
import { generateCatalog } from '#scripts/catalog/generate.ts'
import { catalogEntry } from '#src/contract/entry.ts'
import { listCodes } from '#src/server/shop/catalog/code-queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'

const parts = readEntries(DEFAULT_SEED_DIR)

test('npm run catalog makes products that keep the contract, each with its own name and address', () => {
  const entries = generateCatalog(parts, 2_000, 7)
  const slugs = new Set(entries.map(({ slug }) => slug))
  expect(slugs.size).toBe(2_000)
  const codes = entries.flatMap((entry) => listCodes(entry).map(({ code }) => code))
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(entries.map(({ category, title }) => `${category} ${title}`)).size).toBe(2_000)
  for (const [index, entry] of entries.slice(0, 520).entries()) {
    const { slug, title, subtitle, tagline, description, highlights, related } = entry
    expect(() => catalogEntry.parse(entry), slug).not.toThrow()
    const [ownName = ''] = parts[index % parts.length]?.title.split(' ') ?? []
    const text = JSON.stringify([title, subtitle, tagline, description, highlights])
    if (!title.startsWith(`${ownName} `)) expect(text, slug).not.toContain(`${ownName} `)
    expect(related.length, slug).toBe(4)
    expect(related.filter((other) => slugs.has(other) && other !== slug)).toEqual(related)
  }
})
