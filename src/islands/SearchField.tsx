import { paths } from '#src/rules/paths.ts'
import { SEARCH_EXAMPLES } from '#src/rules/synonyms.ts'
import { Icon } from '#src/ui/Icon.tsx'

export function SearchField({ id, autoFocus }: { id: string; autoFocus?: boolean }) {
  return (
    <search>
      <form action={paths.shop} className="search-field">
        <label htmlFor={id} className="sr-only">
          Search the shop
        </label>
        <input
          id={id}
          type="search"
          name="search"
          placeholder={`Search ${SEARCH_EXAMPLES.join(', ')}`}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          autoFocus={autoFocus}
          className="min-h-12 w-full min-w-0"
        />
        <button type="submit" className="icon-button" aria-label="Search">
          <Icon name="arrow-right" />
        </button>
      </form>
    </search>
  )
}
