import { Component, type ReactNode } from 'react'

interface Props {
  /** Shown instead of children that fail to load or to render. */
  fallback: ReactNode
  /** Another key, e.g. the address of another page, tries the children again. */
  resetKey?: string
  children: ReactNode
}

interface State {
  /** The key of the failure. */
  failed: { key: string | undefined } | undefined
}

/** Shows a fallback for children that throw while they render, e.g. if the script of a lazy component is not loaded. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: undefined }

  override componentDidCatch(): void {
    this.setState({ failed: { key: this.props.resetKey } })
  }

  static getDerivedStateFromError(): State {
    return { failed: { key: undefined } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, { failed }: State): State | null {
    return failed?.key !== undefined && failed.key !== resetKey ? { failed: undefined } : null
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
