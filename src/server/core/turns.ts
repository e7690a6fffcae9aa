import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest work of a turn, in milliseconds: an answer takes a few turns of the event loop. */
const TURN_MS = 10

/**
 * Turns of the event loop in a row that others have. One turn accepts one connection, and an answer takes a few:
 * with one between two parts of long work, requests would come faster than they are answered. A turn in which
 * nobody has work takes microseconds.
 */
const OTHERS_TURNS = 16

/** Items of short work after which the clock is read: reading it takes as long as a comparison of two versions. */
const MAX_ITEMS_PER_LOOK = 8

/** What long work shares: the turn of the event loop that it is in. */
const loop: {
  /** When its long work began; undefined in a turn without it. */
  since: number | undefined
  /** Long work that has given its turns, in the order in which it goes on. */
  waiting: (() => void)[]
} = { since: undefined, waiting: [] }

/** @returns when the long work of this turn began. */
function getStart(now: number): number {
  if (loop.since === undefined) {
    loop.since = now
    setImmediate(() => {
      loop.since = undefined
    })
  }
  return loop.since
}

/** @returns when a part of long work begins. */
function startWork(): number {
  const now = performance.now()
  getStart(now)
  return now
}

/** Whether others must have their turns: a part of long work, or the turn that it is in, is long. */
function isLong(since: number): boolean {
  const now = performance.now()
  return now - Math.min(since, getStart(now)) >= TURN_MS
}

function continueFirst(): void {
  loop.waiting.shift()?.()
  getStart(performance.now())
  if (loop.waiting.length > 0) setImmediate(continueFirst)
}

/** Waits for a turn in which no other long work goes on. */
const takeTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (loop.waiting.push(resolve) === 1) setImmediate(continueFirst)
  })

/** Gives other requests one turn of the event loop. */
export const giveTurn = (): Promise<void> => nextTurn()

/** Gives other requests their turns of the event loop. Of several that give them, one goes on in a turn. */
export async function giveTurns(): Promise<void> {
  for (let turn = 0; turn < OTHERS_TURNS; turn++) await nextTurn()
  await takeTurn()
}

/** Makes something in parts, between which others have their turns. */
export async function runInTurns<Result>(parts: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
    await giveTurns()
  }
}

/**
 * Gives other requests their turns once a loop has run for a while, however much work each of its rounds is, or once
 * the turn is as long by what ran in it before the loop:
 *
 *     const turn = createTurns()
 *     for (const row of rows) {
 *       await turn()
 *       parse(row)
 *     }
 */
export function createTurns(): () => Promise<void> {
  let since = startWork()
  return async () => {
    if (!isLong(since)) return
    await giveTurns()
    since = performance.now()
  }
}

/**
 * Calls `visit` with each item, and gives other requests their turns in between: for long lists of short work, where
 * awaiting `createTurns` for each item takes longer than the work itself.
 */
export async function forEachInTurns<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => void,
): Promise<void> {
  let since = startWork()
  let itemsPerLook = 1
  let visited = 0
  for (const item of items) {
    visit(item)
    if (++visited < itemsPerLook) continue
    visited = 0
    itemsPerLook = Math.min(2 * itemsPerLook, MAX_ITEMS_PER_LOOK)
    if (!isLong(since)) continue
    await giveTurns()
    since = performance.now()
    itemsPerLook = 1
  }
}
