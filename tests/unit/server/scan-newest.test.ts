import { expect, test, vi } from 'vitest'
import { scanNewest } from '#src/server/core/db/scan-newest.ts'

const ids = Array.from({ length: 600 }, (_, index) => `row-${index}`)

test('a search of the newest rows keeps their order, and stops at its limit', async () => {
  const listMatches = vi.fn(async (part: string[]) =>
    part
      .filter((id) => id.endsWith('0'))
      .map((id) => ({ id }))
      .toReversed(),
  )
  const found = await scanNewest(ids, listMatches, { limit: 3 })
  expect(found).toEqual([{ id: 'row-0' }, { id: 'row-10' }, { id: 'row-20' }])
  expect(listMatches).toHaveBeenCalledTimes(1)
})

test('a search that is cancelled reads no further rows', async () => {
  const controller = new AbortController()
  const reason = new Error('A newer search')
  const listMatches = vi.fn(async () => {
    controller.abort(reason)
    return []
  })
  await expect(scanNewest(ids, listMatches, { signal: controller.signal })).rejects.toBe(reason)
  expect(listMatches).toHaveBeenCalledTimes(1)
})
