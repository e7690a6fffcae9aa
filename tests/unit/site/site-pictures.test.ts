import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SITE_PICTURES } from '#src/contract/content-fields.ts'

test('every picture that a record can name has its renditions', () => {
  const files = new Set(readdirSync('src/assets/renditions'))
  const names = [
    ...SITE_PICTURES.slide.flatMap((name) => [`${name}-wide-2400.avif`, `${name}-square-900.webp`]),
    ...SITE_PICTURES.page.map((name) => `${name}-800.webp`),
  ]
  expect(names.filter((name) => !files.has(name))).toEqual([])
})
