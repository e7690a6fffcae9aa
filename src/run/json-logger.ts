import type { Log, LogLevel } from '#src/server/deps.ts'

const ORDER: readonly LogLevel[] = ['info', 'warn', 'error']

/** Writes one JSON line per event to stderr, from `least` upwards. */
export function createJsonLogger(least: LogLevel): Log {
  return (level, message, fields = {}) => {
    if (ORDER.indexOf(level) < ORDER.indexOf(least)) return
    const line = { time: new Date().toISOString(), level, message, ...fields }
    process.stderr.write(`${JSON.stringify(line)}\n`)
  }
}
