import { describe, expect, test } from 'vitest'
import type { OfferField } from '#src/contract/catalog.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import {
  chooseLabel,
  findMissingChoice,
  isPersonalised,
  normalizeOfferText,
  toFixedVariant,
  validateOfferText,
  withOfferText,
} from '#src/rules/product/options.ts'

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

const engraving: OfferField = { name: 'Engraving', letters: 'text', maxLength: 12 }
const initials: OfferField = { name: 'Initials', letters: 'initials', maxLength: 3 }

describe('the text of an offer', () => {
  test.each([
    [engraving, '  A &  R ', 'A & R'],
    [engraving, 'Zoe\u0308', 'Zoë'],
    [initials, 'a. k. s.', 'AKS'],
    [initials, ' ', ''],
  ])('%o writes %j as %j', (field, input, written) => {
    expect(normalizeOfferText(field, input)).toBe(written)
    expect(validateOfferText(field, input)).toBeNull()
  })

  test.each([
    [engraving, 'Thirteen long', 'Please use at most 12 letters.'],
    [engraving, 'आशा', "Please use letters, digits, spaces and . , & ' + - / only."],
    [engraving, '<b>', "Please use letters, digits, spaces and . , & ' + - / only."],
    [engraving, '💖', "Please use letters, digits, spaces and . , & ' + - / only."],
    [initials, 'ABCD', 'Please use at most 3 letters.'],
    [initials, 'A1', 'Please use the letters A to Z only.'],
  ])('%o rejects %j', (field, input, error) => expect(validateOfferText(field, input)).toBe(error))

  test('is part of the variant, and absent where it is blank', () => {
    const engraved = withOfferText({ Size: 'IN 12' }, 'Engraving', 'Asha')
    expect(engraved).toEqual({ Size: 'IN 12', Engraving: 'Asha' })
    expect(isPersonalised(engraved)).toBe(true)
    expect(formatVariant(engraved)).toBe('Size IN 12, Engraving “Asha”')
    const plain = withOfferText(engraved, 'Engraving', ' ')
    expect(plain).toEqual({ Size: 'IN 12' })
    expect(isPersonalised(plain)).toBe(false)
  })
})
