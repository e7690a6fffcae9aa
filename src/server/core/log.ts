import { inspect } from 'node:util'

export type LogLevel = 'info' | 'warn' | 'error'

const LEVELS: readonly LogLevel[] = ['info', 'warn', 'error']

/**
 * What a line may contain beside time, level and message; other fields are dropped. None is a body,
 * a cookie, a token or the address of a person.
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

/** An error with its stack, those of its causes and what else it has, e.g. a code. */
export const describeError = (error: unknown): string => inspect(error, { depth: 3 })

/** Texts of errors may quote addresses of people and credentials of URLs. Without bounds, long words take long. */
export const redact = (text: string): string =>
  text
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll(/[^\s"'<>@/:]{1,64}@[\w-]+(?:\.[\w-]+)+/g, '[email]')
    .replaceAll(/(\w{1,20}:\/\/)[^\s/@]*@/g, '$1[credentials]@')
    .replaceAll(/(\btoken=)[^\s&"']+/gi, '$1[token]')

/** Writes one JSON line per event, from `minLevel` upwards. */
export function createJsonLogger(minLevel: LogLevel, write: (line: string) => void): Log {
  return (level, message, fields = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(minLevel)) return
    const allowed = Object.entries(fields)
      .filter(([name]) => allowedFields.has(name))
      .map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value])
    const line = { time: new Date().toISOString(), level, message, ...Object.fromEntries(allowed) }
    write(`${JSON.stringify(line)}\n`)
  }
}
