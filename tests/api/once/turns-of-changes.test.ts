import { expect, vi } from 'vitest'
import { SITE_FILES } from '#src/contract/content-values.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { createCsvOfNew, createCsvOfPrices } from '#tests/helpers/products.ts'

// On SQLite, whose statements take no turn of the event loop: all that is counted are those given to others.

/** Turns that others have in a row, and the one in which the work goes on. */
const OTHERS_TURNS = 17

/** Counts the turns of the event loop during a job for which each look at the clock is later than a turn may last. */
async function countTurns(job: () => Promise<unknown>): Promise<number> {
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 11
    return time
  })
  let turns = 0
  let isRunning = true
  const count = () => {
    turns++
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  try {
    await job()
  } finally {
    isRunning = false
    clock.mockRestore()
  }
  return turns
}

test('each loop over the products of a change gives others their turns', async ({ launch }) => {
  const { editor, importCsv } = launch
  const change = async (count: number) => {
    await importCsv(createCsvOfNew(count))
    const dryRun = await countTurns(() => importCsv(createCsvOfPrices(90, count), '?dryRun=true'))
    const { body } = await importCsv(createCsvOfPrices(90, count))
    const undo = await countTurns(() => editor.post(`/editor/batches/${body.batch}/undo`))
    const drafted = (await editor.post('/editor/launches', { name: `${count}` })).body.launch
    await importCsv(createCsvOfPrices(80, count), `?dryRun=false&launch=${drafted.id}`)
    const read = await countTurns(() => editor.get(`/editor/launches/${drafted.id}`))
    return { dryRun, undo, read }
  }
  const [few, more] = [await change(10), await change(50)]
  // A loop without turns does not grow with the products.
  const loops = (name: keyof typeof few) => Math.round((more[name] - few[name]) / 40 / OTHERS_TURNS)
  expect(loops('dryRun')).toBeGreaterThanOrEqual(6)
  expect(loops('undo')).toBeGreaterThanOrEqual(7)
  expect(loops('read')).toBeGreaterThanOrEqual(6)
})

test('what is read of a part of the catalogue has a turn for each statement', async ({
  launch,
}) => {
  const { deps } = launch.shop
  const turns = await countTurns(() => createCatalogReader(deps).read())
  expect(turns / OTHERS_TURNS).toBeGreaterThanOrEqual(10)
})

test('a search of the library of pictures gives others a turn for each', async ({ launch }) => {
  const { editor } = launch
  const list = (search: string) => () => editor.get(`/editor/pictures?search=${search}`)
  await list('')()
  const [all, found] = [await countTurns(list('')), await countTurns(list('lamp'))]
  expect((found - all) / OTHERS_TURNS).toBeGreaterThanOrEqual(SITE_FILES.length - 1)
})
