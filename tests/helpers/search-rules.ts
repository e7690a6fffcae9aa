import { readSearchRules } from '#src/content/read-search-rules.ts'

/** The synonyms that the shop comes with. */
export const searchRules = readSearchRules(() => undefined)
