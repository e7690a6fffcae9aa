// Prints every row of the specification with the tests that name it. Fails when a row has no test
// or a test names an unknown row; with --strict also when two files test the same row.
import { globSync, readFileSync } from 'node:fs'
import { findRowPlaces } from './spec/row-places.ts'

interface Row {
  id: string
  text: string
}

const rows = JSON.parse(
  readFileSync(new URL('../tests/spec/rows.json', import.meta.url), 'utf8'),
) as Row[]
const strict = process.argv.includes('--strict')

const files = globSync('tests/**/*.{test,spec,long}.{ts,tsx}').sort()
const { places, missing, unknown, duplicated } = findRowPlaces(
  rows.map((row) => row.id),
  files.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
)

for (const row of rows) {
  console.log(`${places.has(row.id) ? '✓' : '✗'} ${row.id}  ${row.text}`)
  for (const place of places.get(row.id) ?? []) console.log(`    ${place}`)
}
for (const id of unknown)
  console.log(`? ${id} is not a row of the specification: ${places.get(id)?.[0]}`)
if (duplicated.length > 0)
  console.log(`\n${duplicated.length} rows are tested in several files: ${duplicated.join(', ')}`)
console.log(`\n${rows.length - missing.length} of ${rows.length} rows have a test.`)
if (missing.length > 0 || unknown.length > 0 || (strict && duplicated.length > 0))
  process.exitCode = 1
