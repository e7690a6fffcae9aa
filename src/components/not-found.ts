import { SLUG_PATTERN } from '#src/contract/values.ts'
import { productPath } from '#src/rules/paths.ts'

const { pathname } = location
const slug = pathname.slice(productPath('').length).replace(/\/$/, '')

// The address of a product that is newer than the last build: the island on the page loads it.
if (pathname.startsWith(productPath('')) && SLUG_PATTERN.test(slug))
  document.querySelector('[data-not-found]')?.toggleAttribute('hidden', true)
