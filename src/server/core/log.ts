import { inspect } from 'node:util'

export type LogLevel = 'info' | 'warn' | 'error'

const LEVELS: readonly LogLevel[] = ['info', 'warn', 'error']

/**
 * Fields of a line in addition to time, level and message; others are dropped. None has a body, a cookie, a token or
 * the address of a person.
 */
const FIELDS = [
  'requestId',
  'userId',
  'method',
  'route',
  'status',
  'durationMs',
  'error',
  'code',
  'table',
  'id',
  'order',
  'attempts',
  'pictures',
  'rendered',
  'phases',
] as const
const allowedFields: ReadonlySet<string> = new Set(FIELDS)

export type LogFields = Partial<Record<(typeof FIELDS)[number], string | number>>

/** Writes one line. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void

const MAX_TEXT_LENGTH = 4_000

/** Returns an error with its stack, its causes and its other fields, e.g. a code. */
export const describeError = (error: unknown): string => inspect(error, { depth: 3 })

/** Hides addresses of people and credentials of URLs in a text. The bounds keep long words fast. */
export const redact = (text: string): string =>
  text
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll(/[^\s"'<>@/:]{1,64}@[\w-]+(?:\.[\w-]+)+/g, '[email]')
    .replaceAll(/(\w{1,20}:\/\/)[^\s/@]*@/g, '$1[credentials]@')
    .replaceAll(/(\btoken=)[^\s&"']+/gi, '$1[token]')

/**
 * Writes one JSON line per event, from `minLevel` upwards.
 * @param process names the process that writes the lines.
 */
export function createJsonLogger(
  minLevel: LogLevel,
  write: (line: string) => void,
  process?: string,
): Log {
  return (level, message, fields = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(minLevel)) return
    const allowed = Object.entries(fields)
      .filter(([name]) => allowedFields.has(name))
      .map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value])
    const line = {
      time: new Date().toISOString(),
      level,
      ...(process && { process }),
      message,
      ...Object.fromEntries(allowed),
    }
    write(`${JSON.stringify(line)}\n`)
  }
}
