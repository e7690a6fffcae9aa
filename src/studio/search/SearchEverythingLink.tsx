import { $studioSearch } from '../app/router.ts'
import { TextLink } from '../ui/TextLink.tsx'

/** From a list that does not have what is looked for. */
export const SearchEverythingLink = ({ search }: { search: string }) => (
  <TextLink to="/search" onClick={() => $studioSearch.set(search.trim())}>
    Search everything for “{search.trim()}”
  </TextLink>
)
