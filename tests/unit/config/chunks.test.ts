import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chunks, createChunk } from '#config/chunks.ts'

const root = join(import.meta.dirname, '../../..')

const chunkOf = (path: string) =>
  chunks
    .toSorted((a, b) => b.priority - a.priority)
    .find(({ test: contains }) => contains(join(root, path)))?.name

describe('the chunks of every page', () => {
  test.each([
    ['node_modules/react-dom/client.js', 'react'],
    ['node_modules/react-dom/cjs/react-dom-client.production.js', 'react'],
    ['src/stores/cart.ts', 'shared'],
    ['src/components/chrome/header.ts', 'chrome'],
    ['src/components/chrome/Header.astro?astro&type=script&index=0&lang.ts', 'chrome'],
    ['src/components/chrome/toasts.ts', 'chrome'],
    ['src/components/chrome/offline-retry.ts', undefined],
    ['src/islands/CartPage.tsx', undefined],
    ['node_modules/@nanostores/react/index.js', 'react'],
  ])('%s is in %s', (path, name) => {
    expect(chunkOf(path)).toBe(name)
  })

  test('a path that does not exist is an error that names chunk and path', () => {
    expect(() => createChunk('shared', 1, ['src/islands/Renamed.tsx'])).toThrow(
      'chunk "shared" names src/islands/Renamed.tsx, which does not exist',
    )
    expect(() => createChunk('chrome', 0, ['src/components/chrome/*'], ['src/gone.ts'])).toThrow(
      'chunk "chrome" names src/gone.ts, which does not exist',
    )
  })
})
