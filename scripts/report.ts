import { printLine } from '#src/run/console-output.ts'

interface Limits {
  unit?: string
  most?: number | undefined
  least?: number | undefined
}

/** A figure as it is printed. */
export const round = (figure: number): number =>
  Number.isInteger(figure) ? figure : Number(figure.toPrecision(3))

/** Prints a figure beside its limit. The exit code is 1 when one misses its limit. */
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

/** Runs the parts that the command names, in the order of the table; all without a name. */
export async function runParts(parts: Record<string, () => Promise<void>>): Promise<void> {
  for (const name of selectParts(parts)) {
    printLine(name)
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
