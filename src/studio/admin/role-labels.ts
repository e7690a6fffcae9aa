import type { Role } from '#src/contract/values.ts'

/** Names of the roles in the studio. */
export const ROLE_LABELS: Record<Role, string> = {
  customer: 'No access',
  packer: 'Packer',
  editor: 'Editor',
  admin: 'Admin',
}
