import { printLine } from '#src/run/console-output.ts'

interface Limits {
  unit?: string
  most?: number | undefined
  least?: number | undefined
}

export const round = (figure: number): number =>
  Number.isInteger(figure) ? figure : Number(figure.toPrecision(3))

/** Prints a figure next to its limit. The exit code is 1 if any figure misses its limit. */
export function row(what: string, figure: number, { unit = '', most, least }: Limits = {}): void {
  let limit = 'for comparison'
  if (most !== undefined) limit = `at most ${round(most)}`
  else if (least !== undefined) limit = `at least ${least}`
  // NaN misses every limit.
  const isKept = (most === undefined || figure <= most) && (least === undefined || figure >= least)
  if (!isKept) process.exitCode = 1
  const value = `${round(figure)} ${unit}`.trim()
  printLine(`  ${what.padEnd(64)} ${value.padStart(12)}   (${limit})${isKept ? '' : ' MISSED'}`)
}

export interface Part {
  /** The subject of the part. */
  about: string
  /** Approximate minutes on a quiet machine with two cores. */
  minutes: number
  run: () => Promise<void>
}

/** Runs the parts that the command names, in the order of the table. Without a name, it lists them. */
export async function runParts(command: string, parts: Record<string, Part>): Promise<void> {
  if (process.argv.length === 2) {
    printLine(`${command} -- <part> …, or all. The parts, with about how long each takes:`)
    for (const [name, { about, minutes }] of Object.entries(parts))
      printLine(`  ${name.padEnd(12)} ${`${minutes} min`.padStart(7)}  ${about}`)
    return
  }
  const args = process.argv.slice(2)
  for (const name of selectParts(parts, args.includes('all') ? [] : args)) {
    printLine(name)
    await parts[name]?.run()
  }
}

/** Returns the parts that the command names, or all. Exits for an unknown one. */
export function selectParts(
  parts: Record<string, unknown>,
  wanted = process.argv.slice(2),
): string[] {
  const names = Object.keys(parts)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    process.stderr.write(`There is no part "${unknown}": take ${names.join(', ')}.\n`)
    process.exit(1)
  }
  return names.filter((name) => wanted.length === 0 || wanted.includes(name))
}
