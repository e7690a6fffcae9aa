import { Worker } from 'node:worker_threads'
import type { Deps } from '../../core/deps.ts'
import type { ServerEnv } from '../../core/env.ts'
import { UnavailableError } from '../../core/errors.ts'
import type { CatalogReply, CatalogRequest } from './catalog-thread.ts'

/**
 * Starts a thread.
 * @param onEnd called when the thread has failed or ended.
 */
function startThread(env: ServerEnv, onEnd: () => void) {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const worker = new Worker(new URL('./catalog-thread.ts', import.meta.url), {
    name: 'catalogue',
    workerData: env,
  })
  const fail = (error: Error) => {
    onEnd()
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.on('message', ({ id, result, error }: CatalogReply) => {
    const task = pending.get(id)
    pending.delete(id)
    if (error) task?.reject(Object.assign(new Error(error.message), error))
    else task?.resolve(result)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new UnavailableError('The thread of the catalogue has ended.')))
  // The process may exit while it runs.
  worker.unref()
  return {
    run(name: string, input: unknown): Promise<unknown> {
      const task = Promise.withResolvers<unknown>()
      pending.set(++lastId, task)
      worker.postMessage({ id: lastId, name, input } satisfies CatalogRequest)
      return task.promise
    },
  }
}

/**
 * Creates the thread for tasks on the whole catalogue. It starts with the first task, and restarts if it has ended.
 */
export function createCatalogThread(env: ServerEnv): NonNullable<Deps['runInCatalogThread']> {
  let thread: ReturnType<typeof startThread> | undefined
  const start = () => {
    const started = startThread(env, () => {
      if (thread === started) thread = undefined
    })
    return started
  }
  return (name, input) => {
    thread ??= start()
    return thread.run(name, input)
  }
}
