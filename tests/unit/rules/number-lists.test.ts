import { expect, test } from 'vitest'
import { NumberLists } from '#src/rules/search/number-lists.ts'
import { createRandom } from '#tools/random.ts'

const read = (lists: NumberLists, count: number) =>
  Array.from({ length: count }, (_, position) => [...lists.at(position)])

test.each([
  [[[3, 14], [], [7]], '3 14,,7'],
  [[[], [0], [65_536, 4_000_000_000]], ',0,65536 4000000000'],
  [[[]], ''],
])('%j are packed as %j', (lists, packed) => {
  expect(NumberLists.from(lists).pack()).toBe(packed)
  const unpacked = NumberLists.unpack(packed)
  expect(unpacked.pack()).toBe(packed)
  expect(read(unpacked, lists.length)).toEqual(lists)
  expect(unpacked.pack()).toBe(packed)
})

test('lists of any length are the same once packed and unpacked', () => {
  const { whole } = createRandom(41)
  for (let round = 0; round < 200; round++) {
    const lists = Array.from({ length: whole(1, 30) }, () =>
      Array.from({ length: whole(0, 6) }, () => whole(0, 10 ** whole(1, 9))),
    )
    expect(read(NumberLists.unpack(NumberLists.from(lists).pack()), lists.length)).toEqual(lists)
  }
})

test('the products of each number are those that have it, column by column', () => {
  const { whole } = createRandom(43)
  for (let round = 0; round < 100; round++) {
    const [count, products] = [whole(1, 20), whole(1, 30)]
    const columns = Array.from({ length: whole(1, 3) }, () =>
      Array.from({ length: products }, () =>
        Array.from({ length: whole(0, 6) }, () => whole(0, count - 1)),
      ),
    )
    const wanted = Array.from({ length: count }, (_, number) =>
      columns.flatMap((lists) =>
        lists.flatMap((list, position) =>
          list.filter((other) => other === number).map(() => position),
        ),
      ),
    )
    const inverted = NumberLists.invert(count, ...columns.map((lists) => NumberLists.from(lists)))
    expect(read(inverted, count)).toEqual(wanted)
  }
})
