import { Worker } from 'node:worker_threads'
import type { SerializedApp } from './built-app.ts'

/** Three semi-spaces of 8 MB, so that both threads stay within the build's memory. */
const YOUNG_MB = 24

export interface RenderTask extends SerializedApp {
  component: string
  /** Paths of its pages, e.g. `/product/blue-vase`. */
  pathnames: string[]
  site: string
  queueBuffer: SharedArrayBuffer
}

export interface RenderWorker {
  /** @throws the worker's error, once it has failed. */
  assertAlive(): void
  /** Resolves when the worker has written every page that it claimed. */
  done(): Promise<void>
  stop(): Promise<unknown>
}

/** Starts the second thread of a build. */
export function startRenderWorker(task: RenderTask): RenderWorker {
  const worker = new Worker(new URL('./render-worker-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  let failure: unknown
  const exited = new Promise<void>((resolve) => {
    worker.once('error', (error) => {
      failure = error
    })
    worker.once('exit', (code) => {
      if (code !== 0)
        failure ??= new Error(`The second thread of the build ended with code ${code}`)
      resolve()
    })
  })
  const assertAlive = () => {
    if (failure !== undefined) throw failure
  }
  return {
    assertAlive,
    done: () => exited.then(assertAlive),
    stop: () => worker.terminate(),
  }
}
