import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { row } from '#scripts/report.ts'
import { printLine } from '#src/run/console-output.ts'
import type { SlowCall } from '#tools/scheduled-load.ts'
import type { Lasting, ThreadRecord } from './watch-thread.ts'
import type { Step } from './year-steps.ts'

const NAMED_MOMENTS = 3
/** The file that the main thread of a shop runs. */
const MAIN = 'start.js'

/** Reads the records of a process's threads. */
const readRecords = (folder: string, pid: number): ThreadRecord[] =>
  readdirSync(folder)
    .filter((file) => file.startsWith(`${pid}-`))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as ThreadRecord)

/** Lists the steps that ran at a moment, the shortest and therefore most exact one first. */
const listRunning = (steps: Step[], { at, ms }: Pick<Lasting, 'at' | 'ms'>): string[] =>
  steps
    .filter(({ from, to }) => from < at + ms && to > at)
    .toSorted((a, b) => a.to - a.from - (b.to - b.from))
    .map(({ name }) => name)

const toLongest = <T extends Pick<Lasting, 'ms'>>(all: T[], count: number): T[] =>
  all.toSorted((a, b) => b.ms - a.ms).slice(0, count)

/** Returns the delays with the most processor time. On a busy machine, the longest delay may contain little work. */
const toMostWork = (all: Lasting[], count: number): Lasting[] =>
  all.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, count)

/**
 * Formats a duration, e.g. `412 ms (380 ms of processor)`. With little processor time, the machine
 * was busy with others.
 */
const toText = ({ ms, cpuMs }: Lasting): string =>
  `${Math.round(ms)} ms (${Math.round(cpuMs)} ms of processor)`

function printMoments(delays: Lasting[], statements: ThreadRecord['statements'], steps: Step[]) {
  for (const delay of delays) {
    const [statement] = toLongest(
      statements.filter(({ at, ms }) => at < delay.at + delay.ms && at + ms > delay.at),
      1,
    )
    const during = listRunning(steps, delay)[0] ?? 'no call of the staff: a job'
    printLine(`    ${toText(delay)} during ${during}`)
    if (statement) printLine(`      ${toText(statement)}: ${statement.sql.slice(0, 160)}`)
  }
}

/** Prints the slowest calls of shoppers or of an editor, with the work of other staff at that time. */
export function printSlowCalls(whose: string, slow: SlowCall[], steps: Step[]): void {
  row(`calls of ${whose}: longer than 100 ms`, slow.length)
  for (const call of toLongest(slow, NAMED_MOMENTS))
    printLine(
      `    ${Math.round(call.ms)} ms: ${call.name} during ${listRunning(steps, call)[0] ?? 'no call of the staff'}`,
    )
}

/**
 * Prints how long the threads of a shop were blocked, and what ran at the worst moments.
 * @param folder with the records of its threads.
 * @param mostDelay limit for 999 of 1,000 turns of the event loop, in ms.
 */
export function printRecords(folder: string, pid: number, steps: Step[], mostDelay: number): void {
  const records = readRecords(folder, pid)
  const main = records.find(({ name }) => name === MAIN)
  const { delay = { max: Number.NaN, p999: Number.NaN }, delays = [] } = main ?? {}
  const statements = records.flatMap((record) => record.statements)
  row('load of the machine: processes that run or wait', loadavg()[0] ?? 0)
  row('event loop: longest delay', delay.max, { unit: 'ms', most: 200 })
  row('event loop: 999 of 1,000 delays within', delay.p999, { unit: 'ms', most: mostDelay })
  printMoments(toLongest(delays, NAMED_MOMENTS), main?.statements ?? [], steps)
  const [busiest] = toMostWork(delays, 1)
  row('event loop: most processor time of a turn', busiest?.cpuMs ?? 0, { unit: 'ms' })
  printMoments(toMostWork(delays, NAMED_MOMENTS), main?.statements ?? [], steps)
  for (const { name, delay } of records.filter((record) => record !== main))
    row(`thread ${name}: longest delay`, delay.max, { unit: 'ms' })
  const [longest] = toLongest(statements, 1)
  row('longest statement', longest?.ms ?? 0, { unit: 'ms', most: 250 })
  for (const statement of toLongest(statements, NAMED_MOMENTS)) {
    const during = listRunning(steps, statement)[0] ?? 'a job'
    printLine(`    ${toText(statement)}: ${statement.sql.slice(0, 160)} (${during})`)
  }
}
