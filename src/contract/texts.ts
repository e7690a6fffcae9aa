import { z } from 'zod'
import { CONTROL_PATTERN } from './values.ts'

// What shoppers write, which others read: in the studio, in mails, on a card or below a product.

const NO_CONTROLS =
  'There is an invisible control character in this text. Please delete it, or type the text again.'
const NO_LINE_BREAKS = 'This text has to be one line. Please leave out line breaks and tabs.'

const LINE_BREAK = /[\t\n\r\p{Zl}\p{Zp}]/u

/** A trimmed text that may have several lines. */
export const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !CONTROL_PATTERN.test(text), NO_CONTROLS)

/** A trimmed text of one line. */
export const singleLine = (max: number) =>
  lines(max).refine((text) => !LINE_BREAK.test(text), NO_LINE_BREAKS)
