/** Aborted when the process is asked to stop; asked a second time, it ends at once. */
export function createShutdownSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(1)
      stop.abort()
    })
  return stop.signal
}

/** Waits until the process is asked to stop. */
export const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

export interface CleanupStack {
  add(close: () => Promise<void>): void
  /** Closes all, the last opened first. */
  closeAll(): Promise<void>
}

export function createCleanupStack(): CleanupStack {
  const open: (() => Promise<void>)[] = []
  return {
    add: (close) => open.push(close),
    async closeAll() {
      for (let close = open.pop(); close; close = open.pop()) await close()
    },
  }
}
