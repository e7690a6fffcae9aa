import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveBy, UNZOOMED, zoomAt } from '#src/islands/product/lightbox.ts'

const size = { width: 400, height: 500 }
const limits = { size, max: 2.4 }

describe('the zoom of a picture', () => {
  test('keeps the point under the pointer where it is', () => {
    const point = { x: 100, y: 300 }
    const view = zoomAt(UNZOOMED, 2, point, limits)
    expect(view).toEqual({ scale: 2, x: -100, y: -300 })
    expect(zoomAt(view, 1, point, limits)).toEqual({ scale: 1, x: 0, y: 0 })
  })

  test('never exceeds the pixels of the file, nor leaves its place uncovered', () => {
    const step = fc.record({
      factor: fc.double({ min: 0.1, max: 5, noNaN: true }),
      x: fc.integer({ min: 0, max: size.width }),
      y: fc.integer({ min: 0, max: size.height }),
      dx: fc.integer({ min: -900, max: 900 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let view = UNZOOMED
        for (const { factor, x, y, dx } of steps) {
          view = zoomAt(view, view.scale * factor, { x, y }, limits)
          view = moveBy(view, dx, -dx, size)
          expect(view.scale).toBeGreaterThanOrEqual(1)
          expect(view.scale).toBeLessThanOrEqual(limits.max)
          expect(view.x).toBeLessThanOrEqual(0)
          expect(view.x + size.width * view.scale).toBeGreaterThanOrEqual(size.width - 1e-6)
          expect(view.y + size.height * view.scale).toBeGreaterThanOrEqual(size.height - 1e-6)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('does nothing where the file has no more pixels than the picture', () => {
    const view = zoomAt(UNZOOMED, 3, { x: 10, y: 10 }, { size, max: 0.8 })
    expect(view.scale).toBe(1)
  })
})
