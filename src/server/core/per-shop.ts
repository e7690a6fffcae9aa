import type { Deps } from './deps.ts'

/**
 * Creates an object once for each shop of the process, e.g. the search with its index. Tests run several shops.
 * @param create runs at the first call with a shop.
 */
export function createPerShop<T>(create: (deps: Deps) => T): (deps: Deps) => T {
  const created = new WeakMap<Deps['env'], { value: T }>()
  return (deps) => {
    const { value } = created.get(deps.env) ?? { value: create(deps) }
    created.set(deps.env, { value })
    return value
  }
}
