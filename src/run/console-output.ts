/** Writes a line to stdout. */
export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Formats a duration, e.g. `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Starts a stopwatch; each call returns the formatted time since. */
export function stopwatch(): () => string {
  const start = performance.now()
  return () => formatDuration(performance.now() - start)
}
