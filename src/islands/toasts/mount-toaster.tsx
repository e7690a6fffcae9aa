import { createRoot } from 'react-dom/client'
import { Toaster } from './Toaster.tsx'

/** Shows toasts in an element. */
export const mountToaster = (area: HTMLElement): void => createRoot(area).render(<Toaster />)
