import { toast } from './toasts.tsx'

/**
 * Copies a text, and says so. The clipboard is missing on plain http in a network.
 * @param success what the toast says then; `failure` what it says where the browser does not allow it.
 */
export async function copyText(text: string, success: string, failure: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(success)
  } catch {
    toast.error(failure)
  }
}
