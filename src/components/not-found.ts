import { productPath } from '#src/rules/paths.ts'

// The address of a product that is newer than the last build: the island on the page loads it.
if (location.pathname.startsWith(productPath('')))
  document.querySelector<HTMLElement>('[data-not-found]')?.toggleAttribute('hidden', true)
