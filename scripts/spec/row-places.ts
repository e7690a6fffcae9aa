/** A test file's path and text. */
export interface TestFile {
  path: string
  text: string
}

export interface RowPlaces {
  /** Row id to `path:line` of each test title that names it. */
  places: Map<string, string[]>
  /** Rows that no test names. */
  missing: string[]
  /** Ids that tests name and the specification does not have. */
  unknown: string[]
  /** Rows that more than one file names. */
  duplicated: string[]
}

/** Finds ids such as §2.cart.1 in test files and compares them with the rows. */
export function findRowPlaces(rowIds: string[], files: TestFile[]): RowPlaces {
  const places = new Map<string, string[]>()
  const paths = new Map<string, Set<string>>()
  for (const { path, text } of files)
    text.split('\n').forEach((line, index) => {
      for (const [id] of line.matchAll(/§[\w-]+(?:\.[\w-]+)+/g)) {
        places.set(id, [...(places.get(id) ?? []), `${path}:${index + 1}`])
        paths.set(id, (paths.get(id) ?? new Set()).add(path))
      }
    })
  const known = new Set(rowIds)
  return {
    places,
    missing: rowIds.filter((id) => !places.has(id)),
    unknown: [...places.keys()].filter((id) => !known.has(id)),
    duplicated: rowIds.filter((id) => (paths.get(id)?.size ?? 0) > 1),
  }
}
