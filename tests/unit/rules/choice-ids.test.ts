import { describe, expect, test } from 'vitest'
import {
  alignNames,
  identifyOptions,
  type OptionIds,
  toChoiceNames,
  withAllIds,
} from '#src/rules/product/choice-ids.ts'

const sizes = (values: string[], more: Partial<OptionIds> = {}): OptionIds => ({
  name: 'Size',
  values,
  ...more,
})

describe('the options of a save', () => {
  test('stay as they are where nothing has another id than its name', () => {
    expect(identifyOptions([sizes(['38', '40'])], [sizes(['38', '40'])])).toEqual([
      sizes(['38', '40']),
    ])
  })

  test('keep the id of a value that is renamed', () => {
    const renamed = sizes(['39', '40'], { ids: { '39': '38', '40': '40' } })
    expect(identifyOptions([renamed], [sizes(['38', '40'])])).toEqual([
      sizes(['39', '40'], { ids: { '39': '38' } }),
    ])
  })

  test('keep the ids of names that a save gives without ids', () => {
    const before = [sizes(['39', '40'], { id: 'Fit', ids: { '39': '38' } })]
    expect(identifyOptions([sizes(['39', '41'])], before)).toEqual([
      sizes(['39', '41'], { id: 'Fit', ids: { '39': '38' } }),
    ])
  })

  test('give a value in the place of another one an id of its own', () => {
    const before = [sizes(['39'], { ids: { '39': '38' } })]
    expect(identifyOptions([sizes(['38'])], before)).toEqual([
      sizes(['38'], { ids: { '38': '38#2' }, retired: { '38': '39' } }),
    ])
  })

  test('bring back the id of a value whose last name is typed again', () => {
    const before = [sizes(['40'], { retired: { '38': '39' } })]
    expect(identifyOptions([sizes(['39', '40'])], before)).toEqual([
      sizes(['39', '40'], { ids: { '39': '38' } }),
    ])
    const anew = sizes(['39', '40'], { ids: { '39': '39#2' } })
    expect(identifyOptions([anew], before)).toEqual([{ ...anew, retired: { '38': '39' } }])
  })

  test('give a value whose id another one takes an id of its own', () => {
    const shifted = sizes(['M', 'L'], { ids: { M: 'S', L: 'M' } })
    expect(identifyOptions([shifted], [sizes(['S', 'M'])])).toEqual([shifted])
    const taken = sizes(['M', 'L'], { ids: { L: 'M' } })
    expect(identifyOptions([taken], [sizes(['S', 'M'])])).toEqual([
      sizes(['M', 'L'], { ids: { M: 'M#2', L: 'M' } }),
    ])
  })
})

test('a choice has the last name of a value that was renamed and removed', () => {
  const options = [sizes(['40'], { retired: { '38': '39' } })]
  expect(toChoiceNames(options, { Size: '38' })).toEqual({
    names: { Size: '39' },
    isOffered: false,
  })
  expect(toChoiceNames(options, { Size: '40' })).toEqual({ names: { Size: '40' }, isOffered: true })
})

test('versions with the same names differ in what else they change', () => {
  const base = {
    options: [sizes(['S', 'M'])],
    variant: { Size: 'S' },
    variants: [{ choice: { Size: 'S' }, price: 1 }],
  }
  const mine = { ...base, variants: [{ choice: { Size: 'S' }, price: 2 }] }
  const theirs = {
    options: [sizes(['Small', 'M'], { ids: { Small: 'S' } })],
    variant: { Size: 'Small' },
    variants: [{ choice: { Size: 'Small' }, price: 1 }],
  }
  expect(alignNames(base, mine, theirs)).toEqual({
    base: theirs,
    mine: { ...theirs, variants: [{ choice: { Size: 'Small' }, price: 2 }] },
    theirs,
  })
})

test('a form names all ids, so that a name that comes back is told from a new one', () => {
  const before = [sizes(['39'], { ids: { '39': '38' } })]
  const { options } = withAllIds({ options: [sizes(['38'])] })
  expect(identifyOptions(options, before)).toEqual([sizes(['38'])])
})
