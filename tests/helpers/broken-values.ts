const OTHER_TYPES = ['x', 7, true, null, [], {}]

const toType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/**
 * Values like `value` in which one part, or the whole, has another type, each with what is broken, e.g. `.lines.0 = 7`.
 * @param fitting types that fit as well.
 */
export function* listBroken(
  value: unknown,
  fitting: (value: unknown) => string[] = () => [],
): Generator<[what: string, broken: unknown]> {
  const types = [toType(value), ...fitting(value)]
  for (const other of OTHER_TYPES)
    if (!types.includes(toType(other))) yield [` = ${JSON.stringify(other)}`, other]
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    for (const [what, broken] of listBroken(part, fitting))
      yield [
        `.${name}${what}`,
        Array.isArray(value) ? value.with(Number(name), broken) : { ...value, [name]: broken },
      ]
}

/** Which of them `read` takes for such a value. */
export const listRead = (
  value: unknown,
  read: (broken: unknown) => unknown,
  fitting?: (value: unknown) => string[],
): string[] =>
  [...listBroken(value, fitting)].filter(([, broken]) => read(broken)).map(([what]) => what)
