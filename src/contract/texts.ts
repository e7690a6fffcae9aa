import { z } from 'zod'
import { CONTROL_PATTERN } from './values.ts'

// Texts of shoppers that other people read: in the studio, in mails, on a card or on a product page.

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

/** A trimmed single-line text. */
export const singleLine = (max: number) =>
  lines(max).refine((text) => !LINE_BREAK.test(text), NO_LINE_BREAKS)
