import { TextLink } from '../ui/TextLink.tsx'
import { SEARCH } from './search-list.ts'

/** From a list that does not have what is looked for. */
export const SearchEverythingLink = ({ search }: { search: string }) => (
  <TextLink to="/search" onClick={() => SEARCH.remember({ text: search.trim() })}>
    Search everything for “{search.trim()}”
  </TextLink>
)
