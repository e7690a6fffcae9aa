import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $listSearch, PRODUCTS_PATH } from '../app/router.ts'

/** Back to the list, with the search and the filters that it had. */
export const AllProductsLink = ({ className = '' }: { className?: string }) => (
  <Link
    to={PRODUCTS_PATH + useStore($listSearch)}
    className={`inline-flex min-h-11 items-center link ${className}`}
  >
    All products
  </Link>
)
