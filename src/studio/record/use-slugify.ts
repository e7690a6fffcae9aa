import { useEffect, useState } from 'react'
import { hasOtherLetters, slugify } from '#src/editing/slugify.ts'

type Slugify = (title: string) => string

let loading: Promise<{ toAddress: Slugify }> | undefined

/**
 * How the shop makes the address of a name. The table of other scripts loads with the first name that needs it:
 * until then its letters are left out.
 * @param name that is typed.
 */
export function useSlugify(name: string): Slugify {
  const [toAddress, setToAddress] = useState<Slugify>()
  const needsTable = hasOtherLetters(name)
  useEffect(() => {
    if (!needsTable) return
    loading ??= import('#src/editing/address.ts')
    loading.then(
      (table) => setToAddress(() => table.toAddress),
      () => {
        loading = undefined
      },
    )
  }, [needsTable])
  return toAddress ?? slugify
}
