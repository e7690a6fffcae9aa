import { Toaster as Sonner, type ToasterProps } from 'sonner'

/** The toasts of shop and studio, in the colours of src/islands/page-frame/toaster.css. */
export const Toaster = (props: ToasterProps) => (
  <Sonner theme="light" richColors expand className="shop-toasts" {...props} />
)
