import type { Customer } from '#src/contract/customers.ts'
import { ROLE_LABELS } from '../admin/role-labels.ts'
import { Badge } from '../ui/controls.tsx'

/** Whether the address is proven, and the role of a member of the team. */
export const AccountBadges = ({ customer }: { customer: Customer }) => (
  <>
    {customer.isVerified ? (
      <Badge kind="good">Verified</Badge>
    ) : (
      <Badge kind="note">Not verified</Badge>
    )}
    {customer.hasVerifiedOther && <Badge kind="bad">Address of another account</Badge>}
    {customer.role !== 'customer' && <Badge>{ROLE_LABELS[customer.role]}</Badge>}
  </>
)
