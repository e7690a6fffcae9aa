import { paths } from '#src/rules/paths.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** The checkout without pieces. */
export const EmptyCheckout = ({ title }: { title: string }) => (
  <EmptyState title={title} action={<ButtonLink href={paths.shop}>Go to Shop</ButtonLink>} />
)
