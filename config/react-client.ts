import hydrate from '@astrojs/react/client.js'
import { Component, type ComponentType, createElement, type ReactNode } from 'react'

type Hydrate = ReturnType<typeof hydrate>

/** Shows a sentence instead of an island that throws: without a boundary, React leaves nothing of it. */
class IslandBoundary extends Component<{ children: ReactNode }, { failed?: true }> {
  override state: { failed?: true } = {}

  static getDerivedStateFromError(): { failed: true } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed
      ? createElement(
          'p',
          { role: 'alert', className: 'py-4' },
          'This could not be loaded. ',
          createElement('a', { href: '', className: 'link' }, 'Reload the page'),
        )
      : this.props.children
  }
}

const withBoundary = (Island: ComponentType<object>) => (props: object) =>
  createElement(IslandBoundary, null, createElement(Island, props))

// biome-ignore lint/style/noDefaultExport: Astro imports the default export.
export default (element: HTMLElement): Hydrate =>
  (Island, ...rest) =>
    hydrate(element)(withBoundary(Island), ...rest)
