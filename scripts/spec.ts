// Prints every row of the specification with the tests that name it. Fails if a row has no test, or if a test names
// an unknown row. With --strict, it prints only errors, and fails if two files test the same row.
import { globSync, readFileSync } from 'node:fs'

const rows = JSON.parse(
  readFileSync(new URL('../tests/spec/rows.json', import.meta.url), 'utf8'),
) as Record<string, string>

/** `path:line` of each test title that names a row, by row id. */
const places = new Map<string, { path: string; line: number }[]>()
for (const path of globSync('tests/**/*.{test,spec,long}.{ts,tsx}').sort())
  for (const [index, text] of readFileSync(path, 'utf8').split('\n').entries())
    for (const [id] of text.matchAll(/§[\w-]+(?:\.[\w-]+)+/g))
      places.set(id, [...(places.get(id) ?? []), { path, line: index + 1 }])

const isStrict = process.argv.includes('--strict')
const printLine = isStrict ? () => {} : console.log
const errors: string[] = []
for (const [id, text] of Object.entries(rows)) {
  const found = places.get(id) ?? []
  printLine(`${found.length > 0 ? '✓' : '✗'} ${id}  ${text}`)
  for (const { path, line } of found) printLine(`    ${path}:${line}`)
  if (found.length === 0) errors.push(`${id} has no test.`)
  if (isStrict && new Set(found.map(({ path }) => path)).size > 1)
    errors.push(`${id} is tested in several files.`)
}
for (const [id, [place]] of places)
  if (!(id in rows)) errors.push(`${place?.path}: there is no row ${id}.`)

console.log(
  ['', ...errors, `${Object.keys(rows).length} rows, ${errors.length} errors.`].join('\n'),
)
if (errors.length > 0) process.exitCode = 1
