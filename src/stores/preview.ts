import { atom, onMount } from 'nanostores'
import { call } from '#src/api-client/call.ts'

const CHECK_INTERVAL_MS = 30_000

/** Whether the preview's API answers, checked as long as it is shown; undefined before the first answer. */
export const $apiRunning = atom<boolean | undefined>()

onMount($apiRunning, () => {
  const check = async () => $apiRunning.set((await call('GET /health')).kind === 'ok')
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void check()
  }, CHECK_INTERVAL_MS)
  void check()
  return () => clearInterval(timer)
})
