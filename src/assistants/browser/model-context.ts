import { brand } from '#src/rules/brand.ts'
import { formatRupees } from '#src/rules/money.ts'
import { productMarkdownPath, productPath } from '#src/rules/paths.ts'
import { parseProductSlug } from '#src/rules/product/product-slug.ts'
import { openSearch } from '#src/rules/search/search.ts'
import { fetchSearchIndex } from '#src/stores/search-index.ts'

// Tools for an assistant in the browser (../README.md). The tools of `TOOLS` only read, and leave the page as
// it is; the search form of the header is one that opens another page.

/** A tool of WebMCP. */
export interface Tool {
  name: string
  description: string
  inputSchema: object
  annotations: { readOnlyHint: boolean; untrustedContentHint?: boolean }
  execute(input: Record<string, unknown>): Promise<unknown>
}

const MAX_FOUND = 20

const TOOLS: Tool[] = [
  {
    name: 'find_pieces',
    description: `Returns up to ${MAX_FOUND} pieces of this shop that a search finds, the best first.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'E.g. silk shawls under 30000 rupees' },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true },
    async execute({ query }) {
      const term = String(query ?? '')
      const filters = `?${new URLSearchParams({ search: term })}`
      const index = await fetchSearchIndex(
        String(new URLSearchParams({ filters, limit: String(MAX_FOUND) })),
      )
      if (!index) return 'The search cannot be reached.'
      const { find, entries } = openSearch(index)
      return find(term)
        .slice(0, MAX_FOUND)
        .flatMap(({ position }) => entries[position] ?? [])
        .map(({ slug, title, category, price, inStock }) => ({
          title,
          category,
          price: formatRupees(price),
          availability: inStock ? 'in stock' : 'sold out',
          url: new URL(productPath(slug), location.origin).href,
        }))
    },
  },
  {
    name: 'read_piece',
    description: 'Returns a piece as Markdown: prices, choices, availability, details and reviews.',
    inputSchema: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'The address of its page, as find_pieces returns it' },
      },
      required: ['url'],
    },
    // Customers have written the reviews.
    annotations: { readOnlyHint: true, untrustedContentHint: true },
    async execute({ url }) {
      const slug = parseProductSlug(URL.parse(String(url), location.origin)?.pathname ?? '')
      const response = slug
        ? await fetch(productMarkdownPath(slug)).catch(() => undefined)
        : undefined
      return response?.ok ? response.text() : 'There is no such piece.'
    },
  },
]

// A name that is already taken is refused.
for (const tool of TOOLS) document.modelContext?.registerTool(tool).catch(() => undefined)

const setAttributes = (element: Element | null, attributes: Record<string, string>) => {
  for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, value)
}

setAttributes(document.querySelector('#search-box form'), {
  toolname: 'search_shop',
  tooldescription: `Opens the list of pieces by ${brand.name} that a search finds.`,
  toolautosubmit: '',
})
setAttributes(document.querySelector('#search-box [name=search]'), {
  toolparamdescription: 'What to look for, e.g. silk shawls under 30000 rupees',
})
