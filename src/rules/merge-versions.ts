/** The value at a path such as `story.text`. */
export const getAtPath = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], body)

function setAtPath(body: object, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let part = body as Record<string, unknown>
  for (const name of names) {
    part[name] ??= {}
    part = part[name] as Record<string, unknown>
  }
  part[last] = value
}

/** JSON in which the order of keys counts only where it is shown: both are made by the same rule. */
const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Fields in which two versions differ. */
export const listChangedFields = (names: string[], a: unknown, b: unknown): string[] =>
  names.filter((name) => !isSameValue(getAtPath(a, name), getAtPath(b, name)))

export type Side = 'mine' | 'theirs'

export interface Merge {
  /** Fields that only the other editor changed: taken over. */
  theirs: string[]
  /** Fields that only this editor changed. */
  mine: string[]
  /** Fields that both changed, in different ways: one has to be chosen. */
  clashes: string[]
}

/** Compares two versions with the one that both are based on. */
export function compareVersions(
  names: string[],
  base: unknown,
  mine: unknown,
  theirs: unknown,
): Merge {
  const byMe = new Set(listChangedFields(names, base, mine))
  const byThem = new Set(listChangedFields(names, base, theirs))
  const between = listChangedFields(names, mine, theirs)
  return {
    clashes: between.filter((name) => byMe.has(name) && byThem.has(name)),
    mine: between.filter((name) => byMe.has(name) && !byThem.has(name)),
    theirs: between.filter((name) => !byMe.has(name) && byThem.has(name)),
  }
}

/** `theirs` with this editor's changes, and with the chosen side of each clash. */
export function mergeVersions<Body extends object>(
  merge: Merge,
  mine: Body,
  theirs: Body,
  choices: Partial<Record<string, Side>>,
): Body {
  const merged = structuredClone(theirs)
  for (const name of [...merge.mine, ...merge.clashes.filter((key) => choices[key] === 'mine')])
    setAtPath(merged, name, getAtPath(mine, name))
  // Without the fields that this editor has emptied.
  return JSON.parse(JSON.stringify(merged)) as Body
}
