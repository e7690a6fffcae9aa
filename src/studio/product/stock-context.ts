import { createContext } from 'react'
import type { EditorProduct } from '#src/contract/editor.ts'

/** The saved product, whose orders have pieces; undefined for a new one and for a draft. */
export const StockContext = createContext<EditorProduct | undefined>(undefined)
