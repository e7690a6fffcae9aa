import type { TestDetails } from '@playwright/test'
import { test } from '#tests/helpers/browser-test.ts'
import { items } from './items.ts'

/** Title and annotations of the test of an item. */
export function describeItem(number: number, kind = 'pass'): [string, TestDetails] {
  const [statement, source] = items[number] ?? []
  if (!statement || !source) throw new Error(`The checklist has no item ${number}.`)
  const annotation = [
    { type: 'source', description: source },
    { type: 'kind', description: kind },
  ]
  return [`${number} ${statement}`, { annotation }]
}

/** Shows an item of the checklist in the browser. */
export const check = (number: number, body: Parameters<typeof test>[2]): void =>
  test(...describeItem(number), body)

/** Adds what was measured to the row of the open test. */
export const addFigure = (description: string): void => {
  test.info().annotations.push({ type: 'figure', description })
}
