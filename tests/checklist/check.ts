import { test } from '#tools/browser-test.ts'
import { items } from './items.ts'

/** Shows an item of the checklist in the browser, or several: scripts/checklist.ts reads their numbers. */
export function check(item: number | number[], body: Parameters<typeof test>[2]): void {
  const numbers = [item].flat()
  const statements = numbers.map((number) => {
    const [statement] = items[number] ?? []
    if (!statement) throw new Error(`The checklist has no item ${number}.`)
    return statement
  })
  test(`${numbers.join(', ')} ${statements.join('; ')}`, body)
}

/** Adds what was measured to the row of the open test. */
export const addFigure = (description: string): void => {
  test.info().annotations.push({ type: 'figure', description })
}
