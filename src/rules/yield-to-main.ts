/** Not in every browser, nor in Node. */
const scheduler = Reflect.get(globalThis, 'scheduler') as
  | { yield?: () => Promise<void> }
  | undefined

/** Ends a task, so that the browser can paint and hear a press before what follows. */
export const yieldToMain = (): Promise<void> =>
  scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))

/** Waits until nothing else runs. Not every Safari has idle callbacks. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(() => resolve()))

/** Waits until the next frame is painted: what follows does not delay it. */
export const untilPainted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Items that one task maps: some milliseconds on a slow phone. */
const ITEMS_PER_TASK = 200

/** `flatMap` over a long list, in tasks that a press can interrupt. */
export async function flatMapInTasks<Item, Result>(
  items: readonly Item[],
  toResults: (item: Item) => readonly Result[] | Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += ITEMS_PER_TASK) {
    if (start > 0) await yieldToMain()
    results.push(...items.slice(start, start + ITEMS_PER_TASK).flatMap(toResults))
  }
  return results
}
