// Prints every row of the specification with the tests that name it; a row without one fails.
import { globSync, readFileSync } from 'node:fs'

interface Row {
  id: string
  text: string
}

const rows = JSON.parse(
  readFileSync(new URL('../tests/spec/rows.json', import.meta.url), 'utf8'),
) as Row[]
const known = new Set(rows.map((row) => row.id))

/** Row ids named in the title of a test or of a group of tests, with where they stand. */
function named(): Map<string, string[]> {
  const places = new Map<string, string[]>()
  for (const file of globSync('tests/**/*.{test,spec}.{ts,tsx}').sort()) {
    const lines = readFileSync(file, 'utf8').split('\n')
    lines.forEach((line, index) => {
      for (const [id] of line.matchAll(/§[\w-]+(?:\.[\w-]+)+/g))
        places.set(id, [...(places.get(id) ?? []), `${file}:${index + 1}`])
    })
  }
  return places
}

const places = named()
const missing = rows.filter((row) => !places.has(row.id))
const strangers = [...places.keys()].filter((id) => !known.has(id))

for (const row of rows) {
  console.log(`${places.has(row.id) ? '✓' : '✗'} ${row.id}  ${row.text}`)
  for (const place of places.get(row.id) ?? []) console.log(`    ${place}`)
}
for (const id of strangers)
  console.log(`? ${id} is no row of the specification: ${places.get(id)?.[0]}`)
console.log(`\n${rows.length - missing.length} of ${rows.length} rows have a test.`)
if (missing.length > 0 || strangers.length > 0) process.exitCode = 1
