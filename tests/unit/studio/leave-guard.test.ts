import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let page = new EventTarget()

beforeEach(() => {
  vi.resetModules()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('location', { href: 'http://shop.test/studio/messages' })
})

afterEach(() => vi.unstubAllGlobals())

/** Whether the browser asks before the tab is closed. */
const isClosingAsked = () =>
  !page.dispatchEvent(Object.assign(new Event('beforeunload', { cancelable: true })))

test('a page with two unsaved texts asks until both are sent', async () => {
  const { guardLeave, mayLeave } = await import('#src/studio/app/router.ts')
  const isLinkAsked = async () =>
    (await Promise.race([mayLeave(), setTimeout(5, 'asked')])) === 'asked'
  const isAsked = async () => [await isLinkAsked(), isClosingAsked()]
  expect(await isAsked()).toEqual([false, false])
  const [endFirst, endSecond] = [guardLeave(), guardLeave()]
  expect(await isAsked()).toEqual([true, true])
  endFirst()
  expect(await isAsked(), 'the second one is not sent').toEqual([true, true])
  endSecond()
  expect(await isAsked()).toEqual([false, false])
})

test('what is saved elsewhere is left without a question', async () => {
  const { clearUnsaved, guardLeave, mayLeave } = await import('#src/studio/app/router.ts')
  const end = guardLeave()
  clearUnsaved()
  expect(await mayLeave()).toBe(true)
  end()
})
