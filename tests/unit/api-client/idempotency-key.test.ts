import { expect, onTestFinished, test, vi } from 'vitest'
import { createKey } from '#src/api-client/idempotency-key.ts'

test('keys are 32 hex digits that differ, in the order of their time', () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') })
  const first = Array.from({ length: 100 }, createKey)
  vi.advanceTimersByTime(1)
  const second = Array.from({ length: 100 }, createKey)
  expect(new Set([...first, ...second]).size).toBe(200)
  for (const key of first) expect(key).toMatch(/^[\da-f]{32}$/)
  expect((first.toSorted().at(-1) ?? '') < (second.toSorted()[0] ?? '')).toBe(true)
})
