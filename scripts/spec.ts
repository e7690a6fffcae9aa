// Prints every row of the specification with the tests that name it. Fails when a row has no test
// or a test names an unknown row; with --strict also when two files test the same row.
import { globSync, readFileSync } from 'node:fs'

const rows = JSON.parse(
  readFileSync(new URL('../tests/spec/rows.json', import.meta.url), 'utf8'),
) as Record<string, string>

/** `path:line` of each test title that names a row, by the id of the row. */
const places = new Map<string, { path: string; line: number }[]>()
for (const path of globSync('tests/**/*.{test,spec,long}.{ts,tsx}').sort())
  for (const [index, text] of readFileSync(path, 'utf8').split('\n').entries())
    for (const [id] of text.matchAll(/§[\w-]+(?:\.[\w-]+)+/g))
      places.set(id, [...(places.get(id) ?? []), { path, line: index + 1 }])

const errors: string[] = []
for (const [id, text] of Object.entries(rows)) {
  const found = places.get(id) ?? []
  console.log(`${found.length > 0 ? '✓' : '✗'} ${id}  ${text}`)
  for (const { path, line } of found) console.log(`    ${path}:${line}`)
  if (found.length === 0) errors.push(`${id} has no test.`)
  if (process.argv.includes('--strict') && new Set(found.map(({ path }) => path)).size > 1)
    errors.push(`${id} is tested in several files.`)
}
for (const [id, [place]] of places)
  if (!(id in rows)) errors.push(`${place?.path}: there is no row ${id}.`)

console.log(
  ['', ...errors, `${Object.keys(rows).length} rows, ${errors.length} errors.`].join('\n'),
)
if (errors.length > 0) process.exitCode = 1
