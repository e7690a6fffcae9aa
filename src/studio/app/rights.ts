import { hasRight, type Right } from '#src/contract/values.ts'
import { useCall } from './api.ts'

/** Tells which rights the member of the staff has who is logged in. */
export function useRights(): (right: Right) => boolean {
  const role = useCall('GET /users/getUserProfile').data?.user?.role ?? 'customer'
  return (right) => hasRight(role, right)
}
