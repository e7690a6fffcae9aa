/** Interval of the clock. */
const STEP_MS = 100
/** A later step means that the process was paused, or computed without a break. */
const LATEST_MS = 3 * STEP_MS
/** Pauses further apart than this are not added up. */
const WINDOW_MS = 10_000

const now = (): number => performance.now()

let steppedAt = now()
let runMs = 0
let lostMs = 0
let lostUntil = Number.NEGATIVE_INFINITY

function step(): void {
  const steppedNow = now()
  const lateMs = Math.max(0, steppedNow - steppedAt - LATEST_MS)
  runMs += steppedNow - steppedAt - lateMs
  steppedAt = steppedNow
  if (lateMs === 0) return
  lostMs = lateMs + (steppedNow - lostUntil < WINDOW_MS ? lostMs : 0)
  lostUntil = steppedNow
}

setInterval(step, STEP_MS).unref()

/** Returns how much of the last `ms` the process was paused. */
export function getLostTime(ms: number): number {
  step()
  return steppedAt - lostUntil < ms ? Math.min(lostMs, ms) : 0
}

/**
 * Calls back after the process has run for `ms` and has read all input that arrived by then. After
 * a pause, timers would otherwise run before any input is read.
 * @returns a function that cancels it.
 */
export function afterRunning(ms: number, callback: () => void): () => void {
  step()
  const end = runMs + ms
  let immediate: NodeJS.Immediate | undefined
  let timer = setTimeout(check, ms)
  function check(): void {
    step()
    if (runMs < end) timer = setTimeout(check, end - runMs)
    else immediate = setImmediate(callback)
  }
  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
}
