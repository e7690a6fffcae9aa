import { useStore } from '@nanostores/react'
import { PRODUCTS_PATH } from '../app/router.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { PRODUCTS } from './view.ts'

/** Back to the list, with the search and the filters that it had. */
export const AllProductsLink = ({ className = '' }: { className?: string }) => (
  <TextLink to={PRODUCTS_PATH + useStore(PRODUCTS.$query)} className={className}>
    All products
  </TextLink>
)
