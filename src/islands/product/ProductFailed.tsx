import { pageMessages } from '#src/rules/messages/pages.ts'
import { paths } from '#src/rules/paths.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

interface Props {
  /** Why it could not be loaded; absent where there is no such product. */
  message?: string
  onRetry?: () => void
}

export function ProductFailed({ message, onRetry }: Props) {
  return (
    <div className="container" role="alert">
      <h1 className="sr-only">Product</h1>
      <EmptyState
        title={message ?? pageMessages.products.notFound}
        text={
          message
            ? 'Please try again in a moment.'
            : 'It may have found its owner, or the address may be mistyped.'
        }
        action={
          onRetry ? (
            <Button onClick={onRetry}>Try again</Button>
          ) : (
            <a href={paths.shop} className={buttonClass('primary')}>
              See the collection
            </a>
          )
        }
      />
    </div>
  )
}
