import { createElement, type ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import renderer from '../../../config/react-renderer.ts'

const island = { hydrate: 'load', displayName: 'Island', astroStaticSlot: true } as const

interface Props {
  name: string
  children?: ReactNode
}

/** A component that counts how often it is called. */
const createIsland = () =>
  vi.fn(({ name, children }: Props) => createElement('p', null, name, children))

const Other = () => createElement('b')

describe('the renderer of islands', () => {
  test('renders one with the same properties once', async () => {
    const Island = createIsland()
    const first = await renderer.renderToStaticMarkup(Island, { name: 'one' }, {}, island)
    const again = await renderer.renderToStaticMarkup(Island, { name: 'one' }, {}, island)
    const other = await renderer.renderToStaticMarkup(Island, { name: 'two' }, {}, island)
    expect([first, again, other].map(({ html }) => html)).toEqual([
      '<p>one</p>',
      '<p>one</p>',
      '<p>two</p>',
    ])
    expect(Island).toHaveBeenCalledTimes(2)
  })

  test('keeps components with the same properties apart', async () => {
    const Island = createIsland()
    const render = (component: unknown) =>
      renderer.renderToStaticMarkup(component, { name: 'one' }, {}, island)
    expect((await render(Island)).html).toBe('<p>one</p>')
    expect((await render(Other)).html).toBe('<b></b>')
  })

  test('renders one with slots each time', async () => {
    const Island = createIsland()
    const render = (text: string) =>
      renderer.renderToStaticMarkup(Island, { name: 'one' }, { default: text }, island)
    expect((await render('left')).html).toContain('left')
    expect((await render('right')).html).toContain('right')
  })

  test('gives an island no number, which depends on the order of rendering', async () => {
    const Island = createIsland()
    const rendered = await renderer.renderToStaticMarkup(Island, { name: 'one' }, {}, island)
    expect(rendered).toEqual({ html: '<p>one</p>' })
  })

  test('calls no component to see whether it is one of React', async () => {
    const Island = createIsland()
    expect(await renderer.check(Island, { name: 'one' }, {}, island)).toBe(true)
    expect(Island).not.toHaveBeenCalled()
  })
})
