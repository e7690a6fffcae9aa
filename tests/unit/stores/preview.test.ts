import { expect, vi } from 'vitest'
import { WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const test = createTabTest('/', () => import('#src/stores/preview.ts'))

test('checks every 30 s whether the API answers, while the page is visible', async ({
  tab,
  page: { $apiRunning },
}) => {
  const seen = { visibilityState: 'visible' }
  vi.stubGlobal('document', seen)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  $apiRunning.listen(() => {})
  expect($apiRunning.get()).toBeUndefined()
  await vi.waitFor(() => expect($apiRunning.get()).toBe(true), WAIT)
  tab.intercept(/health/, '400 ')
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(() => expect($apiRunning.get()).toBe(false), WAIT)
  const before = tab.listCalls(/health/).length
  seen.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(tab.listCalls(/health/)).toHaveLength(before)
})
