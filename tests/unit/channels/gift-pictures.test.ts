import { expect, test } from 'vitest'
import { indexCatalog } from '#src/catalog/catalog-index.ts'
import { createReadInput } from '#src/catalog/inputs.ts'
import { homePage } from '#src/content/home.ts'
import { product } from '../rules/product.ts'

test('the pictures of gifts stay with their links when one of the pieces is not sold', () => {
  const [picture] = product.pictures
  const sold = { ...product, slug: 'pen' }
  const unseen = { ...product, id: 'id-2', slug: 'kada', pictures: [] }
  const gifts = { ...homePage.gifts, products: ['archived', 'pen', 'kada'] }
  const readInput = createReadInput(
    indexCatalog({
      products: [sold, unseen],
      movedCategories: {},
      content: [{ id: 'home', version: '1', body: { ...homePage, gifts } }],
    }),
  )
  expect(readInput('home').giftPictures).toEqual([undefined, picture, undefined])
})
