import { useStore } from '@nanostores/react'
import { $listSearch, PRODUCTS_PATH } from '../app/router.ts'
import { TextLink } from '../ui/TextLink.tsx'

/** Back to the list, with the search and the filters that it had. */
export const AllProductsLink = ({ className = '' }: { className?: string }) => (
  <TextLink to={PRODUCTS_PATH + useStore($listSearch)} className={className}>
    All products
  </TextLink>
)
