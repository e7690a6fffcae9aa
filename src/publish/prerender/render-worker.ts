import { Worker } from 'node:worker_threads'
import type { SerializedApp } from './built-app.ts'

/** Three semi-spaces of 8 MB: what a second thread may take of the build's memory is little. */
const YOUNG_MB = 24

export interface RenderTask extends SerializedApp {
  component: string
  /** Addresses of its pages, e.g. `/product/blue-vase`. */
  pathnames: string[]
  site: string
  queueBuffer: SharedArrayBuffer
}

export interface RenderWorker {
  /** @throws what the helper failed of. */
  assertAlive(): void
  /** Resolves when the helper wrote all that it took. */
  done(): Promise<void>
  stop(): Promise<unknown>
}

/** Starts the second thread of a build. */
export function startRenderWorker(task: RenderTask): RenderWorker {
  const worker = new Worker(new URL('./render-worker-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  let failed: unknown
  const ended = new Promise<void>((resolve) => {
    worker.once('error', (error) => {
      failed = error
    })
    worker.once('exit', (code) => {
      if (code !== 0) failed ??= new Error(`The second thread of the build ended with code ${code}`)
      resolve()
    })
  })
  const assertAlive = () => {
    if (failed !== undefined) throw failed
  }
  return {
    assertAlive,
    done: () => ended.then(assertAlive),
    stop: () => worker.terminate(),
  }
}
