import { describe, expect, test } from 'vitest'
import { chooseLabel, findMissingChoice, toFixedVariant } from '#src/rules/options.ts'

const options = [
  { name: 'Length', values: ['One'] },
  { name: 'Size', values: ['S', 'M'] },
  { name: 'Engraving', values: ['Front', 'Back'] },
]

describe('a choice', () => {
  test('is not made by the default variant; an option with one value is', () => {
    const variant = { Colour: 'Ivory', Size: 'M' }
    expect(toFixedVariant({ options, variant })).toEqual({ Colour: 'Ivory', Length: 'One' })
  })

  test('is missing until each option has one of its values', () => {
    const missing = (chosen: Record<string, string>) => findMissingChoice(options, chosen)?.name
    expect(missing({})).toBe('Size')
    expect(missing({ Size: 'XL' })).toBe('Size')
    expect(missing({ Size: 'S' })).toBe('Engraving')
    expect(missing({ Size: 'S', Engraving: 'Back' })).toBeUndefined()
  })

  test('is named by its option', () => {
    expect(options.map(chooseLabel).slice(1)).toEqual(['Choose a size', 'Choose an engraving'])
  })
})
