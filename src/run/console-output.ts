/** One calm line for the operator. */
export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** A span in words, e.g. `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Measures from now on; each call gives the span so far in words. */
export function stopwatch(): () => string {
  const began = performance.now()
  return () => formatDuration(performance.now() - began)
}
