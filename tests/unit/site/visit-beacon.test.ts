import { beforeEach, expect, test, vi } from 'vitest'
import { isCounted } from '#src/page-scripts/beacon.ts'

beforeEach(() => () => vi.unstubAllGlobals())

const stub = (get: () => unknown) => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
}

const fail = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each<[string, boolean, () => unknown]>([
  ['of a visitor', true, () => ({ getItem: () => null })],
  ['of an editor', false, () => ({ getItem: () => '{"isStaff":true}' })],
  ['of a browser that refuses its storage', true, fail],
  ['of a browser without storage', true, () => null],
  ['with another hint', true, () => ({ getItem: () => '{' })],
])('whether a visit %s is counted: %s', (_, counted, get) => {
  stub(get)
  expect(isCounted()).toBe(counted)
})
