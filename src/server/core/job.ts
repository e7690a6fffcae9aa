import type { ProcessName } from '#src/contract/endpoint.ts'
import type { Database } from './db/schema.ts'
import type { Deps, ServerEvents } from './deps.ts'

/** Background work of a process that serves the API. It runs at the start and after each interval. */
export interface Job {
  name: string
  /** The process that runs it. Work for shoppers goes on while the desk is down. */
  process: ProcessName
  /** Its purpose, for docs/operations.md. */
  task: string
  intervalMs: number
  /** An event of this process after which it also runs. */
  event?: keyof ServerEvents
  /** Limit of one statement or transaction. */
  bound: string
  /** The tables that it may read or change. */
  tables: readonly (keyof Database)[] | 'every table'
  open(deps: Deps): OpenJob
}

export interface OpenJob {
  run(): Promise<void>
  /** Ends the current run, or does the remaining work when the process stops. */
  close?(): Promise<void>
}

export interface RunningJob {
  stop(): Promise<void>
}

/** Runs a job now, after each interval and after its event, never twice at once. A failure is logged. */
export function startJob(
  deps: Deps,
  { name, intervalMs, event, open }: Omit<Job, 'process'>,
): RunningJob {
  const job = open(deps)
  const logFailure = (error: unknown) =>
    deps.log('warn', `${name} failed`, { error: String(error) })
  let running: Promise<void> | undefined
  let isStopped = false
  const run = () => {
    // The event may have come during the last run.
    if (isStopped) return
    running ??= job
      .run()
      .catch(logFailure)
      .finally(() => {
        running = undefined
      })
  }
  // A run that has begun may not see what the event is about.
  const runAfterwards = () => void (running ?? Promise.resolve()).then(run)
  if (event) deps.events.on(event, runAfterwards)
  run()
  const timer = setInterval(run, intervalMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      if (event) deps.events.off(event, runAfterwards)
      await (job.close ? job.close().catch(logFailure) : running)
    },
  }
}
