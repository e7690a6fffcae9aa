import { formatPriceChange, type PriceChange } from '#src/editing/typed-price.ts'
import { confirm } from '../ui/confirm.tsx'

/** As many as are read. */
const MAX_NAMED = 8

/** Asks to confirm prices that are far from the previous ones. @returns whether the editor confirms them. */
export async function confirmPrices(
  changes: readonly (PriceChange & { title?: string })[],
  more = '',
): Promise<boolean> {
  if (changes.length === 0) return true
  const named = changes.slice(0, MAX_NAMED).map(({ title, choice, before, after }) => {
    const what = [title, choice].filter(Boolean).join(', ')
    return `${what && `${what}: `}${formatPriceChange(before, after)}`
  })
  const rest = changes.length - named.length
  return confirm({
    title:
      changes.length === 1 ? 'Is this price meant?' : `Are these ${changes.length} prices meant?`,
    text: [more, ...named, rest > 0 && `and ${rest} more`].filter(Boolean).join('\n'),
    confirmLabel: changes.length === 1 ? 'Save this price' : 'Save these prices',
  })
}
