import { describe, expect, test } from 'vitest'
import { drawBox, fitBox, isInside } from '#src/studio/pictures/crop-box.ts'

const SIZE = { width: 1_000, height: 800 }

describe('the part of a picture', () => {
  test.each([
    ['as it is', [10, 20, 300, 250], undefined, [10, 20, 300, 250]],
    ['whole pixels', [10.4, 20.6, 300.5, 250.2], undefined, [10, 21, 301, 250]],
    ['moved back into the picture', [900, -5, 300, 250], undefined, [700, 0, 300, 250]],
    ['no smaller than a picture may be', [10, 20, 1, 0], undefined, [10, 20, 240, 240]],
    ['no larger than the picture', [0, 0, 5_000, 5_000], undefined, [0, 0, 1_000, 800]],
    ['square by its width', [0, 0, 300, 100], 1, [0, 0, 300, 300]],
    ['square, no higher than the picture', [0, 0, 1_000, 100], 1, [0, 0, 800, 800]],
    ['4 : 5', [0, 0, 400, 100], 4 / 5, [0, 0, 400, 500]],
    ['4 : 5 in a low picture', [500, 0, 1_000, 100], 4 / 5, [360, 0, 640, 800]],
    ['16 : 9', [0, 0, 1_600, 100], 16 / 9, [0, 0, 1_000, 563]],
  ] as const)('%s', (_name, [left, top, width, height], ratio, expected) => {
    const box = fitBox({ left, top, width, height }, SIZE, ratio)
    expect([box.left, box.top, box.width, box.height]).toEqual(expected)
  })

  test('is drawn in any direction', () => {
    const [a, b] = [
      { x: 300, y: 250 },
      { x: 40, y: 10 },
    ]
    const box = { left: 40, top: 10, width: 260, height: 240 }
    expect(drawBox(a, b, SIZE, undefined)).toEqual(box)
    expect(drawBox(b, a, SIZE, undefined)).toEqual(box)
    const points = [a, b, { x: 39, y: 60 }]
    expect(points.map((point) => isInside(point, box))).toEqual([true, true, false])
  })
})
