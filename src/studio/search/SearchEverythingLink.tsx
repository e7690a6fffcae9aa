import { Link } from 'wouter'
import { $studioSearch } from '../app/router.ts'

/** From a list that does not have what is looked for. */
export const SearchEverythingLink = ({ search }: { search: string }) => (
  <Link
    to="/search"
    className="inline-flex min-h-11 items-center link"
    onClick={() => $studioSearch.set(search.trim())}
  >
    Search everything for “{search.trim()}”
  </Link>
)
