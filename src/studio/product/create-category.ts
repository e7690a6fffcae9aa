import { defaultCategory } from '#src/content/categories.ts'
import { toCategoryName } from '#src/editing/near-category.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { reloadCatalog } from '../product-list/catalog.ts'

/** Creates a category with the text that a new one has. @param address of the name. */
export async function createCategory(typed: string, address: string): Promise<void> {
  const name = toCategoryName(typed)
  const text = defaultCategory(address)
  const introduction = text.introduction.replace(categoryLabel(address), () => name)
  await request('POST /editor/content', {
    body: { id: `category:${address}`, body: { ...text, name, introduction } },
  })
  await reloadCatalog()
  toast.success(`The category ${name} is created. Its texts are under Content.`)
}
