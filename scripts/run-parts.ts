/** Runs the parts that the command names, in the order of the table; all without a name. */
export async function runParts(parts: Record<string, () => Promise<void>>): Promise<void> {
  for (const name of selectParts(parts)) {
    process.stdout.write(`${name}\n`)
    await parts[name]?.()
  }
}

/** The parts that the command names; all without a name. Ends the process for an unknown one. */
export function selectParts(parts: Record<string, unknown>): string[] {
  const names = Object.keys(parts)
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    process.stderr.write(`There is no part "${unknown}": take ${names.join(', ')}.\n`)
    process.exit(1)
  }
  return names.filter((name) => wanted.length === 0 || wanted.includes(name))
}
