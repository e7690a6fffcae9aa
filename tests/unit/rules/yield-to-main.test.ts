import { expect, test } from 'vitest'
import { flatMapInTasks } from '#src/rules/yield-to-main.ts'

test('a long list is mapped in several tasks, between which others run', async () => {
  const numbers = Array.from({ length: 500 }, (_, index) => index)
  const mapped: number[] = []
  const mapping = flatMapInTasks(numbers, (number) => {
    mapped.push(number)
    return number % 2 === 0 ? [number] : []
  })
  const early = mapped.length
  expect(early).toBeGreaterThan(0)
  expect(early).toBeLessThan(numbers.length)
  await new Promise((resolve) => setTimeout(resolve))
  expect(mapped.length).toBeLessThan(numbers.length)
  expect(await mapping).toEqual(numbers.filter((number) => number % 2 === 0))
  expect(mapped).toEqual(numbers)
})

test('a short list is mapped in one task', async () => {
  expect(await flatMapInTasks(['a', 'b'], (letter) => [letter, letter])).toEqual([
    'a',
    'a',
    'b',
    'b',
  ])
})
