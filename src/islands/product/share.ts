import { toast } from '#src/stores/toasts.ts'

/** Opens the share sheet of the browser for a page, or copies its address if there is none. */
export async function sharePage(title: string, url = location.href): Promise<void> {
  try {
    // Only browsers with a sheet have it, and only on a secure page.
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    toast.blank('The link is copied.')
  } catch (error) {
    // The shopper closed the sheet, which is no error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.error(`This could not be shared. The link is ${url}`)
  }
}
